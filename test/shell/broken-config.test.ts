// A configuration that cannot be used: said in the terminal, in a package in a window too, and the program ends with 1.
import type { App, Dialog } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endWithBrokenConfig } from '../../src/main/shell/broken-config.ts';

let said: string[];
let happened: string[];
let system: string[];

const app = {
  name: 'Fjord Tools',
  whenReady: () => {
    happened.push('ready');
    return Promise.resolve();
  },
  getPreferredSystemLanguages: () => system,
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
  happened = [];
  system = ['en-US'];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const problems = ['service.baseUrl: must be an https:// address', 'colour: is not known'];

it('the terminal shows every field with a problem', async () => {
  await endWithBrokenConfig(app, dialog, { file: '/x/c.json', problems, window: false });
  expect(said).toEqual(
    problems.map((problem) => `Fjord Tools: the configuration /x/c.json: ${problem}\n`),
  );
  expect(happened).toEqual(['exit 1']);
});

it('a dialog shows every field with a problem, then the program ends', async () => {
  await endWithBrokenConfig(app, dialog, { file: '/x/c.json', problems, window: true });
  expect(said).toHaveLength(2);
  const [ready, shown, exit] = happened;
  expect([ready, exit]).toEqual(['ready', 'exit 1']);
  for (const problem of problems) expect(shown).toContain(problem);
  expect(shown).toContain("Fjord Tools can't start");
});

it('the dialog uses the language of the system', async () => {
  system = ['de-AT', 'en'];
  await endWithBrokenConfig(app, dialog, { file: '/x/c.json', problems, window: true });
  expect(happened[1]).toContain('Fjord Tools kann nicht gestartet werden');
  for (const problem of problems) expect(happened[1]).toContain(problem);
});
