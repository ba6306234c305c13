// The workflow that tests an update of the loader on Windows and macOS. It cannot run here, so the
// tests check its systems and commands.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readYaml } from './read-yaml.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const step = z.looseObject({ run: z.string().optional(), if: z.string().optional() });
const schema = z.looseObject({
  on: z.literal('workflow_dispatch'),
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.strictObject({
    update: z.looseObject({
      strategy: z.looseObject({ matrix: z.strictObject({ os: z.array(z.string()) }) }),
      steps: z.array(step),
    }),
  }),
});
const { update } = schema.parse(readYaml(path.join(root, 'examples/loader-update.yml'))).jobs;

test('the workflow runs on Windows and macOS', () => {
  expect(update.strategy.matrix.os.map((os) => os.replace(/-.*/, ''))).toEqual([
    ...['windows', 'macos'],
  ]);
  expect(update.steps.filter((one) => one.if === "runner.os == 'macOS'")).toHaveLength(1);
});

test('the workflow runs an existing test after installation and build', () => {
  const commands = update.steps.flatMap(({ run }) => run?.split('\n')[0] ?? []);
  expect(commands.filter((line) => /^np[mx] /.test(line))).toEqual([
    ...['npm ci', 'npm run build'],
    'npx playwright test --project electron installed-update --retries 0',
  ]);
  expect(existsSync(path.join(root, 'test/e2e/electron/installed-update.spec.ts'))).toBe(true);
});
