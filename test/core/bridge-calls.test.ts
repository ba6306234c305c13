// Calls over the bridge: any input gets an answer with data, and an error names the invalid field
// without repeating its value.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerCall } from '../../src/main/core/bridge-calls.ts';
import { maxCallBytes } from '@latchkey/protocol/limits.ts';
import { commandNames, type CommandName } from '../../src/shared/commands.ts';
import { createFakeDesktop } from '../support/fake-desktop.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { validInputs } from '../support/command-inputs.ts';
import { atForm, atReady, createHarness } from './harness.ts';

const randomHex = () => 'ab'.repeat(32);

async function ask(name: CommandName, input: unknown) {
  const { handlers, http } = createHarness({
    config: { links: { help: 'https://help.example/' } },
    systemNotices: true,
    desktop: createFakeDesktop(() => undefined),
  });
  const log = createFakeLog();
  const result = await answerCall(handlers, log, randomHex, name, input);
  return { result, log, http };
}

/** Valid calls that fail here: a report of another run, and data that this brand does not show. */
const meetsNothing: Readonly<Partial<Record<CommandName, string>>> = {
  showReport: 'invalid-input',
  readCommunity: 'cancelled',
  readChat: 'cancelled',
};

describe.each(commandNames)('%s', (name) => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'text'],
    ['a number', 7],
    ['a list', []],
    ['a function', () => undefined],
    ['a number too large for JSON', 10n],
    ['an unknown field', { ...validInputs[name], extra: 1 }],
    ['a prototype', JSON.parse('{"__proto__":{"username":"x"},"constructor":1}')],
  ])('refuses %s', async (_kind, input: unknown) => {
    const { result, http } = await ask(name, input);
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(http.sent).toEqual([]);
  });

  test('refuses circular and oversized input', async () => {
    const circle: Record<string, unknown> = { ...validInputs[name] };
    circle['self'] = circle;
    for (const input of [circle, { ...validInputs[name], extra: 'x'.repeat(1024 * 1024) }]) {
      const { result } = await ask(name, input);
      expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input', fields: [] } });
    }
  });

  test('accepts input within the limit', async () => {
    const { result } = await ask(name, validInputs[name]);
    const wanted = meetsNothing[name] ?? /^(ok|out-of-order)$/;
    expect(result.ok ? 'ok' : result.failure.code).toMatch(wanted);
  });

  test('returns a result for any input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withBigInt: true, withMap: true, withDate: true }),
        async (input) => {
          const { result } = await ask(name, input);
          expect(typeof result.ok).toBe('boolean');
        },
      ),
      { numRuns: 50, seed: 7 },
    );
  });
});

describe('fields', () => {
  test.each([
    [
      'signIn',
      { username: '', password: '', remember: 'yes' },
      ['username', 'password', 'remember'],
    ],
    ['signIn', { username: ' \n ', password: 'p', remember: false }, ['username']],
    [
      'signIn',
      { username: 'a\u0000b', password: 'p\u0007', remember: false },
      ['username', 'password'],
    ],
    ['signIn', { username: 'a', password: '\ud800', remember: false }, ['password']],
    [
      'signIn',
      { username: 'u'.repeat(71), password: 'p'.repeat(1025), remember: true },
      ['username', 'password'],
    ],
    ['submitCode', { code: '12345' }, ['code']],
    ['submitCode', { code: '12345½' }, ['code']],
    ['submitCode', { code: 123456 }, ['code']],
    ['redeem', { username: 'a', key: '' }, ['key']],
    ['redeem', { username: 'a', key: 'K\u001b' }, ['key']],
    ['dismissNotice', { revision: -1 }, ['revision']],
    ['openLink', { name: 'https://evil.example' }, ['name']],
    ['pauseTask', { id: '../task-1' }, ['id']],
    ['resumeTask', { id: 1 }, ['id']],
    ['cancelTask', { id: `task-${'1'.repeat(10)}` }, ['id']],
  ] as const)('%s %o', async (name, input, fields) => {
    const { result } = await ask(name, input);
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input', fields } });
  });

  test('never contain input values or the names of unknown fields', async () => {
    const { result, log } = await ask('signIn', {
      username: '',
      password: 'hunter2\u0000',
      hunter2: 1,
      remember: 1,
    });
    expect(JSON.stringify(result) + log.text()).not.toContain('hunter2');
  });
});

test('an oversized known field is refused before the schema reads it', async () => {
  const { result } = await ask('signIn', {
    ...validInputs.signIn,
    password: 'x'.repeat(maxCallBytes),
  });
  expect(result).toMatchObject({ failure: { code: 'invalid-input', fields: [] } });
});

test('the largest valid input is accepted', async () => {
  const { handlers, http } = await atForm();
  const password = '🔑'.repeat(512);
  expect(JSON.stringify(password).length).toBeLessThan(maxCallBytes);
  await answerCall(handlers, createFakeLog(), randomHex, 'signIn', {
    username: ' Zoë\u0301 ',
    password,
    remember: false,
  });
  expect(http.sent.at(-1)?.params).toMatchObject({
    username: 'Zoë\u0301'.normalize('NFC'),
    pass: password,
  });
});

test('an exception becomes the failure `internal`, and only the log contains its details', async () => {
  const { handlers, launcher } = await atReady();
  launcher.launch = () => Promise.reject(new Error('secret detail'));
  const log = createFakeLog();
  const result = await answerCall(handlers, log, randomHex, 'launch', {});
  expect(result).toEqual({
    ok: false,
    failure: { code: 'internal', reportId: 'ab'.repeat(16), sellerText: null },
  });
  expect(log.entries).toEqual([
    {
      level: 'error',
      event: 'command launch failed',
      facts: { reportId: 'ab'.repeat(16) },
      error: 'Error: secret detail',
    },
  ]);
});
