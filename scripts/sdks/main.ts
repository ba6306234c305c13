// `npm run sdks [-- python go] [-- --vectors]`: builds each client in another language, and runs it
// against the vectors and the real service. `--vectors` only writes sdks/vectors again.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, root } from '../build-if-stale.js';
import { endChildren, startChild } from '../children.js';
import { Refusal, runScript } from '../refusal.js';
import { startFaultServer } from './fault-server.ts';
import { type Language, languages } from './languages.ts';
import { startLiveService } from './live-service.ts';
import { vectorFiles } from './vectors.ts';

const vectorFolder = join(root, 'sdks/vectors');
/** Ignored by git. Compilers keep their caches and results here. */
const buildFolder = join(root, 'out/sdks');

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { vectors: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.vectors) {
    for (const [name, text] of await vectorFiles()) writeFileSync(join(vectorFolder, name), text);
    return;
  }
  const unknown = positionals.find((name) => languages.every((one) => one.name !== name));
  if (unknown !== undefined) throw new Refusal(`There is no client for ${unknown}.`);
  const selected = languages.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const lines = await testAll(selected);
  console.log(`\n${lines.join('\n')}`);
});

async function testAll(selected: readonly Language[]): Promise<readonly string[]> {
  await buildIfStale();
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-sdks-'));
  const faults = await startFaultServer();
  const lines: string[] = [];
  try {
    const live = await startLiveService(dataFolder);
    for (const language of selected) {
      const env = {
        LATCHKEY_VECTORS: vectorFolder,
        LATCHKEY_SERVERS: JSON.stringify(faults.addresses),
        LATCHKEY_SERVICE: JSON.stringify(await live.prepare(language.name)),
      };
      const startedAtMs = performance.now();
      const verdict = await testOne(language, env);
      if (verdict === 'failed' || (verdict !== 'passed' && process.env['CI'] === 'true'))
        process.exitCode = 1;
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
      lines.push(`  ${language.name.padEnd(8)} ${verdict}, ${seconds} s`);
    }
  } finally {
    await faults.close();
    await endChildren();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  return lines;
}

/** Returns `passed`, `failed`, or why the client was skipped. */
async function testOne(
  { name, needs, commands }: Language,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  for (const [program, ...args] of needs)
    if (!runs(program, args)) return `skipped, because "${[program, ...args].join(' ')}" fails`;
  const source = join(root, 'sdks', name);
  const folder = join(buildFolder, name);
  mkdirSync(folder, { recursive: true });
  for (const [program, ...args] of commands({ source, folder })) {
    console.log(`\n${name}: ${program} ${args.join(' ')}`);
    const options = { cwd: source, stdout: 'inherit', stderr: 2 } as const;
    const own = { PYTHONDONTWRITEBYTECODE: '1', CARGO_TARGET_DIR: folder };
    const child = startChild(program, args, {
      ...options,
      env: { ...process.env, ...own, ...env },
    });
    const exitCode: unknown = (await once(child, 'exit'))[0];
    if (exitCode !== 0) return 'failed';
  }
  return 'passed';
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
