// Each wall of the house and each forbidden global has a file here that breaks it; the rule must say so, and must leave the same
// place alone when nothing is broken.
import { readdirSync, readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import tseslint from 'typescript-eslint';

// Walls need no types, and the files here are not part of any room's project.
const eslint = new ESLint({
  overrideConfig: {
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false } },
  },
});

const imports = '@typescript-eslint/no-restricted-imports';
const globals = 'no-restricted-globals';
const properties = 'no-restricted-properties';
const syntax = 'no-restricted-syntax';

async function broken(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: file, warnIgnored: true });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

const fixtures: readonly (readonly [file: string, code: string, rule: string])[] = [
  ['src/main/core/flows/x.ts', "import { app } from 'electron';\napp();\n", imports],
  ['src/main/core/flows/x.ts', "export const x = import('electron');\n", syntax],
  ['src/renderer/ui/x.ts', "export const x = import('../../main/core/ports.ts');\n", syntax],
  ['src/main/core/x.ts', "import { readFile } from 'node:fs/promises';\nreadFile();\n", imports],
  ...['timers', 'timers/promises', 'process', 'perf_hooks', 'dgram', 'worker_threads'].map(
    (name) =>
      ['src/main/core/flows/x.ts', `import { x } from 'node:${name}';\nx();\n`, imports] as const,
  ),
  ...['', 'wire/', 'session/', 'flows/', 'device/', 'delivery/'].flatMap((room) =>
    ['randomBytes', 'generateKeyPairSync', 'webcrypto', 'getRandomValues'].map(
      (name) =>
        [
          `src/main/core/${room}x.ts`,
          `import { ${name} } from 'node:crypto';\n${name}();\n`,
          imports,
        ] as const,
    ),
  ),
  ['src/main/core/x.ts', "import { x } from 'systeminformation';\nx();\n", imports],
  ['src/main/core/wire/x.ts', "import { x } from '../session/publisher.ts';\nx();\n", imports],
  ['src/main/core/wire/x.ts', "import { x } from '../flows/checks.ts';\nx();\n", imports],
  ['src/main/core/wire/x.ts', "import { x } from '../lanes.ts';\nx();\n", imports],
  ['src/main/core/session/x.ts', "import { x } from '../flows/checks.ts';\nx();\n", imports],
  ['src/main/core/session/x.ts', "import { x } from '../parts.ts';\nx();\n", imports],
  ['src/main/core/flows/x.ts', "import { x } from '../handlers.ts';\nx();\n", imports],
  ['src/main/core/flows/x.ts', "import { x } from '../../adapters/vault.ts';\nx();\n", imports],
  ['src/main/core/device/x.ts', "import { x } from '../wire/answer.ts';\nx();\n", imports],
  ['src/main/core/device/x.ts', "import { x } from '../../../service/call.ts';\nx();\n", imports],
  ['src/main/core/delivery/x.ts', "import { x } from '../wire/answer.ts';\nx();\n", imports],
  ['src/main/core/delivery/x.ts', "import { x } from '../flows/checks.ts';\nx();\n", imports],
  ['src/main/core/delivery/x.ts', "import { x } from '../tasks.ts';\nx();\n", imports],
  ['src/main/core/delivery/x.ts', "import { open } from 'node:fs';\nopen();\n", imports],
  [
    'src/main/adapters/delivery/x.ts',
    "import { x } from '../../shell/window.ts';\nx();\n",
    imports,
  ],
  ['src/main/adapters/delivery/x.ts', "import { app } from 'electron';\napp();\n", imports],
  ['src/main/adapters/x.ts', "import { x } from '../shell/window.ts';\nx();\n", imports],
  ['src/main/shell/x.ts', "import { x } from '../adapters/vault.ts';\nx();\n", imports],
  ['src/shared/x.ts', "import { x } from '../main/core/ports.ts';\nx();\n", imports],
  ['src/shared/x.ts', "import { x } from 'node:crypto';\nx();\n", imports],
  ['src/copy/x.ts', "import { x } from '../renderer/bridge/ask-bridge.ts';\nx();\n", imports],
  ['src/copy/en/x.ts', "import { x } from '../../main/core/ports.ts';\nx();\n", imports],
  ['src/copy/x.ts', "import { x } from '../shared/contract.ts';\nx();\n", imports],
  ['src/copy/x.ts', "import { use } from 'react';\nuse();\n", imports],
  ['src/copy/x.ts', "import { app } from 'electron';\napp();\n", imports],
  ['src/copy/x.ts', 'f(navigator.language);\n', globals],
  ['src/copy/x.ts', 'Date.now();\n', properties],
  ['src/renderer/x.ts', "import { x } from '../shared/contract.ts';\nx();\n", imports],
  ['src/renderer/x.ts', "import { z } from 'zod';\nz();\n", imports],
  ['src/renderer/kit/x.ts', "import { x } from '../bridge/loader-context.ts';\nx();\n", imports],
  ['src/renderer/kit/x.ts', "import { x } from '../copy/dates.ts';\nx();\n", imports],
  ['src/renderer/kit/x.ts', "import { x } from '../ui/use-title.ts';\nx();\n", imports],
  ['src/renderer/kit/x.ts', "import { x } from '../../copy/en.ts';\nx();\n", imports],
  ['src/renderer/kit/x.ts', "import { x } from '../../shared/phases.ts';\nx();\n", imports],
  ['src/renderer/kit/x.ts', "import type { Session } from '../../shared/session.ts';\n", imports],
  ['src/renderer/kit/x.ts', "import { x } from 'zod';\nx();\n", imports],
  ['src/renderer/kit/x.ts', 'window.loader.cancel({});\n', properties],
  ['src/renderer/kit/X.tsx', 'export const X = () => <p>Close</p>;\n', syntax],
  ['src/renderer/kit/X.tsx', 'export const X = () => <button aria-label="Close" />;\n', syntax],
  ['src/renderer/kit/x.ts', 'fetch();\n', globals],
  ['src/preload/x.ts', "import { x } from '../shared/contract.ts';\nx();\n", imports],
  ['src/service/x.ts', "import { x } from '../main/core/ports.ts';\nx();\n", imports],
  ...[
    ['users', '../http/client-address.ts'],
    ['users', '../call.ts'],
    ['users', '../files/stored-files.ts'],
    ['secrets', '../http/client-address.ts'],
    ['secrets', '../users/sessions.ts'],
    ['secrets', '../repeats/once.ts'],
    ['licenses', '../http/envelope.ts'],
    ['licenses', '../users/sessions.ts'],
    ['licenses', '../call.ts'],
    ['outbound', '../users/bans.ts'],
    ['repeats', '../licenses/subscriptions.ts'],
    ['files', '../users/sessions.ts'],
    ['files', '../host/keep-swept.ts'],
    ['database', '../secrets/signing.ts'],
    ['migrations', '../database/names.ts'],
    ['operations', '../http/download.ts'],
    ['operations', '../seller/users.ts'],
    ['seller', '../operations/login.ts'],
    ['seller', '../api/seller-api.ts'],
    ['api', '../http/request-parameters.ts'],
    ['http', '../host/serve.ts'],
    ['http', '../../main/core/ports.ts'],
  ].map(
    ([room, from]) =>
      [`src/service/${room}/x.ts`, `import { x } from '${from}';\nx();\n`, imports] as const,
  ),
  ['src/service/addresses.ts', "import { x } from './users/sessions.ts';\nx();\n", imports],
  ['src/service/outcome.ts', "import { x } from './call.ts';\nx();\n", imports],
  ['src/service/call.ts', "import { x } from './api/context.ts';\nx();\n", imports],
  ['src/service/host/x.ts', 'Date.now();\n', properties],
  ['src/cli/x.ts', "import { x } from '../service/call.ts';\nx();\n", imports],
  ['src/preview/x.ts', "import { x } from '../main/shell/window.ts';\nx();\n", imports],
  ...['fetch()', 'process.exit()', 'setTimeout()', 'setInterval()', 'performance.now()'].map(
    (code) => ['src/main/core/flows/x.ts', `${code};\n`, globals] as const,
  ),
  ['src/main/core/flows/x.ts', 'globalThis.fetch();\n', globals],
  ['src/main/core/session/x.ts', 'crypto.randomUUID();\n', globals],
  ['src/shared/x.ts', 'globalThis.fetch();\n', globals],
  ['src/main/core/wire/x.ts', 'Date.now();\n', properties],
  ['src/main/core/wire/x.ts', 'Math.random();\n', properties],
  ['src/main/core/session/x.ts', 'URL.canParse();\n', properties],
  ['src/main/core/session/x.ts', 'f(new Date());\n', syntax],
  ...['document.title', 'window.close()', 'self.close()', 'fetch()', 'Buffer.from()'].map(
    (code) => ['src/shared/wire/x.ts', `f(${code});\n`, globals] as const,
  ),
  ['src/shared/x.ts', 'Date.now();\n', properties],
  ['src/shared/wire/seller/x.ts', 'Date.now();\n', properties],
  ['src/shared/wire/seller/x.ts', 'f(new Date());\n', syntax],
  ['src/main/compose.ts', "import { x } from '../service/call.ts';\nx();\n", imports],
  ['src/main/compose.ts', "import { x } from '../../test/support/fake-http.ts';\nx();\n", imports],
  ['src/preview/page/x.ts', "import { x } from 'zod';\nx();\n", imports],
  ['src/preload/index.ts', "import { x } from '../shared/contract.ts';\nx();\n", imports],
  ['src/service/main.ts', "import { x } from './call.ts';\nx();\n", imports],
  ['src/main/adapters/vault.ts', "import { x } from '../shell/window.ts';\nx();\n", imports],
  ['src/renderer/x.ts', 'fetch();\n', globals],
  ['src/renderer/x.ts', 'localStorage.clear();\n', globals],
];

describe('what can be used without seeing it', () => {
  const inScreen = (element: string) =>
    broken('src/renderer/screens/X.tsx', `export const X = () => ${element};\n`);

  test.each([
    ['<div onClick={() => null}>Go</div>', 'jsx-a11y-x/click-events-have-key-events'],
    ['<img src="a.png" />', 'jsx-a11y-x/alt-text'],
    ['<a href="#">Go</a>', 'jsx-a11y-x/anchor-is-valid'],
    ['<p role="buton">Go</p>', 'jsx-a11y-x/aria-role'],
    ['<input autoFocus />', 'jsx-a11y-x/no-autofocus'],
    ['<button tabIndex={2}>Go</button>', 'jsx-a11y-x/tabindex-no-positive'],
  ])('%s breaks %s', async (element, rule) => {
    expect(await inScreen(element)).toContain(rule);
  });

  test('a plain button breaks nothing of it', async () => {
    const rules = await inScreen('<button type="button">Go</button>');
    expect(rules.filter((rule) => rule?.startsWith('jsx-a11y-x'))).toEqual([]);
  });
});

test('a style sheet has at most 250 lines, as any file of the source', () => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sheets = names.filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(10);
  const linesOf = (name: string) => readFileSync(`src/${name}`, 'utf8').split('\n').length - 1;
  expect(sheets.filter((name) => linesOf(name) > 250)).toEqual([]);
});

describe('the walls', () => {
  test.each(fixtures)('in %s refuse %j', async (file, code, rule) => {
    expect(await broken(file, code)).toContain(rule);
  });

  test('every room of the service has one', async () => {
    const entries = readdirSync('src/service', { withFileTypes: true });
    const rooms = entries.filter((one) => one.isDirectory()).map(({ name }) => name);
    expect(rooms.length).toBeGreaterThan(10);
    const code = "import { x } from '../../renderer/phase-facts.ts';\nx();\n";
    for (const room of rooms)
      expect([room, await broken(`src/service/${room}/x.ts`, code)]).toEqual([room, [imports]]);
  });

  test.each([
    ['src/main/core/flows/x.ts', "import { x } from '../session/publisher.ts';\nx();\n"],
    ['src/main/core/device/x.ts', "import { createHash } from 'node:crypto';\ncreateHash();\n"],
    ['src/main/core/session/x.ts', "import { x } from '../wire/answer.ts';\nx();\n"],
    ['src/main/core/wire/x.ts', "import { x } from '../ports.ts';\nx(new Date(1));\n"],
    ['src/main/core/wire/x.ts', "import { x } from '../../../shared/session.ts';\nx();\n"],
    ['src/main/core/delivery/x.ts', "import { x } from '../wire/signature.ts';\nx();\n"],
    ['src/main/adapters/x.ts', "import { x } from '../core/ports.ts';\nx(Date.now());\n"],
    ['src/service/users/x.ts', "import { x } from '../licenses/licenses.ts';\nx();\n"],
    ['src/service/users/x.ts', "import { x } from '../addresses.ts';\nx();\n"],
    ['src/service/operations/x.ts', "import { x } from '../call.ts';\nx();\n"],
    ['src/service/call.ts', "import { x } from './users/sessions.ts';\nx();\n"],
    ['src/service/http/x.ts', "import { x } from '../../copy/reset-page.ts';\nx();\n"],
    ['src/service/main.ts', "import { x } from './host/run.ts';\nx();\n"],
    ['src/renderer/x.ts', "import { x } from '../shared/phases.ts';\nx();\n"],
    ['src/renderer/x.ts', "import { x } from '../copy/dates.ts';\nx();\n"],
    ['src/copy/x.ts', "import { x } from '../shared/limits.ts';\nx(new Date(1));\n"],
    ['src/shared/x.ts', "import { z } from 'zod';\nz();\n"],
    [
      'src/renderer/kit/x.ts',
      "import { x } from './Icon.tsx';\nimport { y } from 'react';\nx(y);\n",
    ],
    ['src/renderer/kit/x.ts', "import { ground } from '../../shared/ground.ts';\nground();\n"],
    ['src/renderer/kit/X.tsx', 'export const X = (l: string) => <b aria-label={l}>{l}</b>;\n'],
    ['src/renderer/ui/X.tsx', "import { X } from '../kit/Button.tsx';\nX();\n"],
  ])('in %s leave %j alone', async (file, code) => {
    const rules = [imports, globals, properties, syntax];
    expect((await broken(file, code)).filter((rule) => rules.includes(rule ?? ''))).toEqual([]);
  });
});
