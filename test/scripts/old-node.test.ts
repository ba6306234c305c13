// Every script and the bin report an old Node or missing packages in one sentence.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
const manifest = read('package.json') as {
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
};
const entries = Object.entries(manifest.scripts)
  // A script that only runs other npm scripts relies on their checks.
  .filter(([, line]) => !line.startsWith('npm run '))
  .map(([name, line]) => [name, /^node (scripts\/[\w-]+\.js)(?: |$)/.exec(line)?.[1]] as const);

/** Runs a script with faked versions of the running Node and of npm's Node. */
function run(script: string, running: string | null, ofNpm = '') {
  const fake = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${running ?? ''}"}})`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...(running === null ? [] : ['--import', fake]), script],
    { encoding: 'utf8', env: { ...process.env, npm_config_user_agent: ofNpm } },
  );
  return { status, stdout, stderr };
}
const agent = (version: string) => `npm/10.8.2 node/v${version} linux x64 workspaces/false`;
const check = join(root, 'scripts/require-node.js');

test.each(entries)('npm run %s reports an old Node', (_name, script) => {
  if (script === undefined) throw new Error('starts without the check for an old Node');
  expect(run(join(root, script), '18.20.8')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^This needs Node 24 or newer and this is 18\.20\.8: [^\n]+\n$/,
    ) as string,
  });
});

test('require-node.js reports an old Node that runs npm', () => {
  const { status, stderr } = run(check, null, agent('18.20.8'));
  expect(stderr).toMatch(/^[^\n]*npm runs on node\/v18\.20\.8 here[^\n]*\n$/);
  expect(status).toBe(1);
});

test.each(Object.entries(manifest.bin))('%s reports an old Node', (name, script) => {
  const { status, stderr } = run(join(root, script), '20.20.2');
  expect(stderr).toMatch(/^latchkey needs Node 22 or newer, and this is 20\.20\.2\. [^\n]+\n$/);
  expect(status).toBe(1);
  expect(name).toBe('latchkey');
});

test.each([
  ['18.20.8', 1],
  ['20.18.3', 1],
  ['20.19.0', 0],
  ['21.7.3', 1],
  ['22.11.0', 1],
  ['22.12.0', 0],
  ['23.0.0', 0],
  ['24.21.0', 0],
])('npm on Node %s exits with code %i', (version, status) => {
  expect(run(check, null, agent(version)).status).toBe(status);
});

test('engines matches the requirement of the packages with native code', () => {
  const { packages } = read('package-lock.json') as {
    readonly packages: Readonly<Record<string, { engines?: { node?: string } }>>;
  };
  const rolldown = packages['node_modules/@rolldown/binding-linux-x64-gnu'];
  expect(rolldown?.engines?.node).toBe(manifest.engines.node);
});

test('npm start reports missing packages in one sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-old-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'scripts'));
  cpSync(check, join(folder, 'scripts/require-node.js'));
  cpSync(join(root, 'scripts/start.js'), join(folder, 'scripts/start.js'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const { status, stderr } = run(join(folder, 'scripts/start.js'), null);
  expect(stderr).toBe('The packages are missing: run "npm ci" once.\n');
  expect(status).toBe(1);
});
