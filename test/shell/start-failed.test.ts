// A failed start is reported in the log, on stderr and, in a package, in a dialog. The program
// exits with code 1.
import type { App, Dialog } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  endFailedStart,
  type StartFailedParts,
  type StartFailure,
} from '../../src/main/shell/start-failed.ts';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';

let said: string[];
let logged: string;
let happened: string[];
let system: string[];

const app = {
  name: 'Fjord Tools',
  whenReady: () => {
    happened.push('ready');
    return Promise.resolve();
  },
  getPreferredSystemLanguages: () => system,
  removeAllListeners: (event: string) => {
    happened.push(`no ${event}`);
    return { on: () => undefined };
  },
  exit: (code: number) => happened.push(`exit ${code}`),
} as unknown as App; // only these are used
const dialog = {
  showMessageBox: ({ message, detail }: Electron.MessageBoxOptions) => {
    happened.push(`${message} | ${String(detail)}`);
    return Promise.resolve({ response: 0, checkboxChecked: false });
  },
} as unknown as Dialog; // as above

beforeEach(() => {
  said = [];
  logged = '';
  happened = [];
  system = ['en-US'];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const end = (failure: StartFailure, changes: Partial<StartFailedParts> = {}) =>
  endFailedStart(
    {
      app,
      dialog,
      production: true,
      windows: () => [],
      randomHex: () => '7f3a2b1c'.repeat(8),
      log: createLogStream({ write: (text) => (logged += text) }),
      ...changes,
    },
    failure,
  );

const facts = ['service.baseUrl: must be an https:// address', 'colour: is not known'];
const configuration = { kind: 'configuration', file: '/x/c.json', facts } as const;

it('the terminal shows every field with a problem', async () => {
  await end(configuration, { production: false });
  expect(said).toEqual(facts.map((fact) => `Fjord Tools: the configuration /x/c.json: ${fact}\n`));
  expect(happened).toEqual(['no window-all-closed', 'exit 1']);
});

it('a dialog shows every field with a problem, then the program ends', async () => {
  await end(configuration);
  expect(said).toHaveLength(2);
  const [, ready, shown, exit] = happened;
  expect([ready, exit]).toEqual(['ready', 'exit 1']);
  for (const fact of facts) expect(shown).toContain(fact);
  expect(shown).toContain("Fjord Tools can't start");
  expect(shown).toContain('Its settings have mistakes');
});

it('the dialog uses the language of the system', async () => {
  system = ['de-AT', 'en'];
  await end(configuration);
  expect(happened[2]).toContain('Fjord Tools kann nicht gestartet werden');
  for (const fact of facts) expect(happened[2]).toContain(fact);
});

it('a dialog shows a few broken files, and the log all of them', async () => {
  const files = Array.from({ length: 20 }, (_, index) => `client/assets/${index}.js`);
  await end({ kind: 'files', facts: files });
  expect(happened[2]).toContain('missing or damaged:\n\n• client/assets/0.js\n');
  expect(happened[2]?.match(/•/g)).toHaveLength(8);
  expect(said).toContain('Fjord Tools: client/assets/19.js is missing or damaged\n');
  expect(logged).toContain('client/assets/19.js');
  expect(happened[3]).toBe('exit 1');
});

it('the dialog and the log have the same support code', async () => {
  await end({ kind: 'defect', error: new Error('no window') });
  expect(happened[2]).toContain('Support code: 7F3A-2B1C');
  expect(happened[2]).not.toContain('no window');
  expect(said).toEqual(['Fjord Tools: the start failed (support code 7F3A-2B1C)\n']);
  expect(JSON.parse(logged)).toMatchObject({
    level: 'error',
    event: 'start-failed',
    reportId: '7f3a2b1c'.repeat(4),
    stack: expect.stringContaining('Error: no window') as string,
  });
  expect(happened[3]).toBe('exit 1');
});

it('the windows are closed before the dialog, without ending the program', async () => {
  const destroy = () => happened.push('destroyed');
  await end({ kind: 'defect', error: new Error('x') }, { windows: () => [{ destroy }] });
  expect(happened.slice(0, 3)).toEqual(['no window-all-closed', 'destroyed', 'ready']);
});
