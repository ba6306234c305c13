// The highest sequence of each release line, which is saved in state.json.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSequenceMemory } from '../../src/main/adapters/delivery/open-program.ts';
import { openLocalState } from '../../src/main/adapters/local-state.ts';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';

const line = '0123456789abcdef program stable linux-x64';

test('the highest sequence is saved per service and release line, and never lowered', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-sequences-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = createLogStream({ write: () => undefined });
  const open = () => openLocalState({ folder, writable: true, log });

  const state = open();
  const memory = createSequenceMemory(state, 'one');
  expect(memory.highest(line)).toBeNull();
  memory.raise(line, 7);
  memory.raise(line, 5);
  createSequenceMemory(state, 'other').raise(line, 2);
  await state.settled();
  const again = open();
  expect(createSequenceMemory(again, 'one').highest(line)).toBe(7);
  expect(createSequenceMemory(again, 'other').highest(line)).toBe(2);
  expect(createSequenceMemory(again, 'one').highest(line.replace('stable', 'beta'))).toBeNull();
});
