// The registration of the bridge commands: exactly the known ones, and each one refuses untrusted
// callers, invalid input and oversized input.
import type { IpcMainInvokeEvent } from 'electron';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerCall } from '../../src/main/core/bridge-calls.ts';
import { registerCommands, type CommandsHost } from '../../src/main/shell/ipc.ts';
import { isTrustedCaller } from '../../src/main/shell/policies.ts';
import { channelOf, commandNames, type CommandName } from '../../src/shared/commands.ts';
import type { Handlers } from '../../src/shared/contract.ts';
import { fail, type Result } from '../../src/shared/failure.ts';
import { validInputs } from '../support/command-inputs.ts';

type Listener = Parameters<CommandsHost['handle']>[1];

const ownId = 1;
const reportId = '0'.repeat(32);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let channels: Map<string, Listener>;
let handled: CommandName[];

beforeEach(() => {
  channels = new Map();
  handled = [];
  // Every command returns null, and records its name in `handled`.
  const handlers = Object.fromEntries(
    commandNames.map((name) => [
      name,
      () => {
        handled.push(name);
        return { ok: true, value: null };
      },
    ]),
  ) as unknown as Handlers; // fromEntries widens the keys
  registerCommands(
    {
      handle: (channel, listener) => {
        if (channels.has(channel)) throw new Error(`registered twice: ${channel}`);
        channels.set(channel, listener);
      },
    },
    {
      isTrusted: (caller) => isTrustedCaller(caller, ownId),
      answer: (name, input) => answerCall(handlers, log, () => 'a'.repeat(64), name, input),
      refuse: () => fail({ code: 'internal', reportId, sellerText: null }),
    },
  );
});

function eventFrom(from: { id?: number; url?: string; inFrame?: boolean } | 'gone') {
  const frame =
    from === 'gone'
      ? null
      : { url: from.url ?? 'app://loader/index.html', parent: from.inFrame === true ? {} : null };
  const sender = { id: from === 'gone' ? ownId : (from.id ?? ownId) };
  return { sender, senderFrame: frame } as unknown as IpcMainInvokeEvent; // only these are used
}

async function call(name: CommandName, event: IpcMainInvokeEvent, input: unknown) {
  const listener = channels.get(channelOf(name));
  if (listener === undefined) throw new Error(`not registered: ${name}`);
  return listener(event, input);
}

function codeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.failure.code;
}

it('exactly the known commands are registered', () => {
  expect([...channels.keys()].sort()).toEqual(commandNames.map((name) => channelOf(name)).sort());
});

describe.each(commandNames)('%s', (name) => {
  it('reaches its handler from our page', async () => {
    expect(codeOf(await call(name, eventFrom({}), validInputs[name]))).toBe('ok');
    expect(handled).toEqual([name]);
  });

  it.each([
    ['another page', eventFrom({ id: 2 })],
    ['an inner frame', eventFrom({ inFrame: true })],
    ['a foreign address', eventFrom({ url: 'https://example.com/' })],
    ['a look-alike address', eventFrom({ url: 'app://loader.example/' })],
    ['a frame that has gone', eventFrom('gone')],
  ])('refuses %s without reading the input', async (_who, event) => {
    const trap = Object.defineProperty({}, 'username', {
      enumerable: true,
      get: () => {
        throw new Error('the input was looked at');
      },
    });
    for (const input of [validInputs[name], trap]) {
      expect(await call(name, event, input)).toEqual({
        ok: false,
        failure: { code: 'internal', reportId, sellerText: null },
      });
    }
    expect(handled).toEqual([]);
  });

  it('refuses invalid input', async () => {
    const junk = [undefined, null, 0, '', 'text', true, [], [{}], () => 0, Symbol('x'), 1n];
    for (const input of [...junk, { ...validInputs[name], extra: 1 }])
      expect(codeOf(await call(name, eventFrom({}), input))).toBe('invalid-input');
    expect(handled).toEqual([]);
  });

  it('refuses oversized and circular input', async () => {
    const loop: Record<string, unknown> = { ...validInputs[name] };
    loop['self'] = loop;
    const giant = { ...validInputs[name], username: 'x'.repeat(1024 * 1024) };
    for (const input of [loop, giant, 'x'.repeat(1024 * 1024), Array(100_000).fill({})]) {
      // No field is named, because the input is refused for its size before it is parsed.
      expect(await call(name, eventFrom({}), input)).toMatchObject({
        failure: { code: 'invalid-input', fields: [] },
      });
    }
    expect(handled).toEqual([]);
  });

  it('answers any input with a result, never with an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (input) => {
        expect(['ok', 'invalid-input']).toContain(codeOf(await call(name, eventFrom({}), input)));
      }),
      { numRuns: 50 },
    );
  });
});
