// The workflow that sellers copy to GitHub. It cannot run here, so the tests check its commands,
// formats and variables.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { foreignFormats, targetsOf } from '../../scripts/brand/formats.ts';
import { signingVariables } from '../../scripts/brand/signing.ts';
import { readYaml } from './read-yaml.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const texts = z.record(z.string(), z.string());
const schema = z.strictObject({
  name: z.string(),
  on: z.literal('workflow_dispatch'),
  permissions: z.strictObject({ contents: z.literal('read') }),
  env: texts,
  jobs: z.strictObject({
    package: z.strictObject({
      strategy: z.strictObject({
        'fail-fast': z.literal(false),
        matrix: z.strictObject({
          include: z.array(z.strictObject({ os: z.string(), formats: z.string() })),
        }),
      }),
      'runs-on': z.literal('${{ matrix.os }}'),
      'timeout-minutes': z.number(),
      defaults: z.strictObject({ run: z.strictObject({ shell: z.literal('bash') }) }),
      steps: z.array(
        z.strictObject({
          uses: z.string().optional(),
          with: z.record(z.string(), z.union([z.string()])).optional(),
          run: z.string().optional(),
          'working-directory': z.string().optional(),
          env: texts.optional(),
        }),
      ),
    }),
  }),
});

const workflow = schema.parse(readYaml(path.join(root, 'examples/packages.yml')));
const { steps, strategy } = workflow.jobs.package;
const platforms: Readonly<Record<string, NodeJS.Platform>> = {
  ubuntu: 'linux',
  windows: 'win32',
  macos: 'darwin',
};

test('the workflow builds every format, each on its own system', () => {
  const built = strategy.matrix.include.map(({ os, formats }) => {
    const platform = platforms[os.replace(/-.*/, '')];
    const targets = targetsOf(formats.split(' '), platform);
    expect(foreignFormats(targets, platform)).toEqual([]);
    return targets.map(({ format }) => format);
  });
  expect(built).toEqual([
    ['deb', 'appimage', 'tar.gz'],
    ['nsis', 'zip'],
    ['dmg', 'zip'],
  ]);
});

test('the commands of the workflow exist in package.json', () => {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { scripts } = z.looseObject({ scripts: texts }).parse(manifest);
  const commands = steps.flatMap(({ run }) => run ?? []);
  const names = commands.map((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1]);
  expect(names).toEqual(['ci', 'package']);
  expect(scripts).toHaveProperty('package');
  expect(commands[1]).toContain('--brand "../$BRAND" ${{ matrix.formats }}');
});

test('the workflow passes optional secrets only to the step that signs', () => {
  const withSecrets = steps.filter((step) => JSON.stringify(step).includes('secrets.'));
  expect(withSecrets).toHaveLength(1);
  const { run, env = {} } = withSecrets[0] ?? {};
  expect(run).toMatch(/^npm run package /);
  const known: readonly string[] = signingVariables;
  for (const [name, value] of Object.entries(env)) {
    expect(known).toContain(name);
    expect(value).toMatch(
      new RegExp(String.raw`^\$\{\{ runner\.os == '\w+' && secrets\.${name} \|\| '' \}\}$`),
    );
  }
  expect(Object.keys(env)).toHaveLength(7);
});
