// `npm start` on data that was a demo: "latchkey demo keep" has turned it into a seller's.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepDemo } from '../../packages/service/src/host/demo-keep.ts';
import { startDemoService } from '../../scripts/demo-service.js';

test('the demo explains that its data was kept, and starts in an empty folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { line, child } = await startDemoService(folder);
  expect(line.app.sellerkey).toMatch(/^[A-Za-z0-9]{32}$/);
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  const dataFolder = join(folder, 'data');
  expect(await keepDemo({ dataFolder, environment: {} })).toMatchObject({ ok: true });
  await expect(startDemoService(folder)).rejects.toThrow(
    `The data in ${dataFolder} is not a demo any more.`,
  );
});
