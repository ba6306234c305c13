// `npm run sdks [-- python go]`: builds each client in another language, and runs it against the
// vectors and the real service. `--faults` checks that the tests see planted faults, and `--vectors`
// only writes sdks/vectors again.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, root } from '../build-if-stale.js';
import { endChildren, startChild } from '../children.js';
import { Refusal, runScript } from '../refusal.js';
import { startFaultServer } from './fault-server.ts';
import { type Language, languages } from './languages.ts';
import { startLiveService } from './live-service.ts';
import { plantedFaults } from './planted-faults.ts';
import { vectorFiles } from './vectors.ts';

const vectorFolder = join(root, 'sdks/vectors');
/** Ignored by git. Compilers keep their caches and results here. */
const buildFolder = join(root, 'out/sdks');

type Environment = () => Promise<Readonly<Record<string, string>>>;

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { vectors: { type: 'boolean' }, faults: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.vectors === true) {
    for (const [name, text] of await vectorFiles()) writeFileSync(join(vectorFolder, name), text);
    return;
  }
  const unknown = positionals.find((name) => languages.every((one) => one.name !== name));
  if (unknown !== undefined) throw new Refusal(`There is no client for ${unknown}.`);
  const selected = languages.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const lines = await testAll(selected, values.faults === true);
  console.log(`\n${lines.join('\n')}`);
});

async function testAll(
  selected: readonly Language[],
  plantsFaults: boolean,
): Promise<readonly string[]> {
  await buildIfStale();
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-sdks-'));
  const faults = await startFaultServer();
  const lines: string[] = [];
  try {
    const live = await startLiveService(dataFolder);
    for (const language of selected) {
      const environment = async () => ({
        LATCHKEY_VECTORS: vectorFolder,
        LATCHKEY_SERVERS: JSON.stringify(faults.addresses),
        LATCHKEY_SERVICE: JSON.stringify(await live.prepare(language.name)),
      });
      const startedAtMs = performance.now();
      const verdict = await verdictOf(language, environment, plantsFaults);
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
async function verdictOf(
  language: Language,
  environment: Environment,
  plantsFaults: boolean,
): Promise<string> {
  for (const [program, ...args] of language.needs)
    if (!runs(program, args)) return `skipped, because "${[program, ...args].join(' ')}" fails`;
  const source = join(root, 'sdks', language.name);
  if (plantsFaults) return plantAll(language, source, await environment());
  const passed = await runTests(language, source, await environment(), true);
  return passed ? 'passed' : 'failed';
}

/** Returns `passed` if the tests fail for each fault. */
async function plantAll(
  language: Language,
  source: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const copy = join(buildFolder, `${language.name}-with-fault`);
  // The compilers of some languages take long, so their caches stay between the faults.
  const missed: string[] = [];
  for (const [name, file, from, to] of plantedFaults[language.name] ?? []) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(source, copy, { recursive: true });
    const parts = readFileSync(join(source, file), 'utf8').split(from);
    if (parts.length !== 2)
      throw new Refusal(`${language.name}: "${from}" occurs ${parts.length - 1} times.`);
    writeFileSync(join(copy, file), parts.join(to));
    // A live service would remember the users of the run before.
    const seen = !(await runTests(language, copy, { ...env, LATCHKEY_SERVICE: '' }, false));
    console.log(`${language.name}: ${seen ? 'seen' : 'NOT SEEN'}: ${name}`);
    if (!seen) missed.push(name);
  }
  return missed.length === 0 ? 'passed' : 'failed';
}

async function runTests(
  { name, commands }: Language,
  source: string,
  env: Readonly<Record<string, string>>,
  prints: boolean,
): Promise<boolean> {
  const folder = join(buildFolder, name);
  mkdirSync(folder, { recursive: true });
  for (const [program, ...args] of commands({ source, folder })) {
    if (prints) console.log(`\n${name}: ${program} ${args.join(' ')}`);
    const caches = { PYTHONDONTWRITEBYTECODE: '1', CARGO_TARGET_DIR: folder };
    const child = startChild(program, args, {
      ...{ cwd: source, stdout: prints ? 'inherit' : 'pipe', stderr: prints ? 2 : 'pipe' },
      env: { ...process.env, ...caches, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')));
    const exitCode: unknown = (await once(child, 'close'))[0];
    if (exitCode === 0) continue;
    // A copy that does not compile proves nothing.
    if (!prints && !/passed, [1-9]\d* failed/.test(output)) throw new Refusal(output);
    return false;
  }
  return true;
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
