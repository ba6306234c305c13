// `npm run sdks [-- python go]`: builds each client in another language, and runs it against the
// vectors and the real service. `--faults` checks that the tests see planted faults, and `--vectors`
// only writes sdks/vectors again.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { buildIfStale, root } from '../build-if-stale.js';
import { endChildren, startChild } from '../children.js';
import { Refusal, runScript } from '../refusal.js';
import { buildExample } from './examples.ts';
import { startFaultServer } from './fault-server.ts';
import { type Language, languages } from './languages.ts';
import { type RunningService, startLiveService } from './live-service.ts';
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
  let passed = 0;
  try {
    const live = await startLiveService(dataFolder);
    for (const language of selected) {
      const environment = async () => ({
        LATCHKEY_VECTORS: vectorFolder,
        LATCHKEY_SERVERS: JSON.stringify(faults.addresses),
        LATCHKEY_SERVICE: JSON.stringify(await live.prepare(language.name)),
      });
      const startedAtMs = performance.now();
      const verdict = await verdictOf(language, environment, plantsFaults, live);
      if (verdict === 'failed') process.exitCode = 1;
      if (verdict === 'passed') passed += 1;
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
      lines.push(`  ${language.name.padEnd(8)} ${verdict}, ${seconds} s`);
    }
  } finally {
    await faults.close();
    await endChildren();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  // A run that could test no client proves nothing.
  if (passed === 0) process.exitCode = 1;
  return lines;
}

/** Returns `passed`, `failed`, or why the client was skipped. */
async function verdictOf(
  language: Language,
  environment: Environment,
  plantsFaults: boolean,
  live: RunningService,
): Promise<string> {
  for (const [program, ...args] of language.needs)
    if (!runs(program, args)) return `skipped, because "${[program, ...args].join(' ')}" fails`;
  const source = join(root, 'sdks', language.name);
  if (plantsFaults) return plantAll(language, source, await environment());
  if ((await runTests(language, source, await environment(), true)) !== null) return 'failed';
  return (await exampleWorks(language.name, live)) ? 'passed' : 'failed';
}

/** Starts the example as the loader does, by hand with a key, and by hand without anything. */
async function exampleWorks(name: string, live: RunningService): Promise<boolean> {
  const given = await live.prepare(`${name}-example`);
  const folder = join(buildFolder, `${name}-example`);
  rmSync(folder, { recursive: true, force: true });
  const program = join(folder, await buildExample(name, given, folder));
  const line = await live.lineOf(given);
  const [, key = ''] = given.licenses;
  // The examples store a device id in the user's folder.
  const env = { ...process.env, HOME: buildFolder };
  const run = (input: string, ...args: readonly string[]) => runProgram(program, args, input, env);
  const runs = [
    [
      'with its loader',
      await run(line),
      0,
      `Hello ${given.username}\nThe secret: ${given.value}\n`,
    ],
    ['with a key', await run('', key), 0, `Hello ${key}\nThe secret: ${given.value}\n`],
    ['with a wrong key', await run('', 'WRONG'), 1, ''],
    ['alone', await run(''), 1, ''],
    [
      'with the line of another service',
      await run(line.replace(given.address, 'http://127.0.0.1:9')),
      1,
      '',
    ],
  ] as const;
  const wrong = runs.filter(([, ran, code, shown]) => ran.status !== code || ran.stdout !== shown);
  for (const [how, { status, stdout, stderr }] of wrong)
    console.log(`${name}: the example ${how}: ${status}, ${stdout}, ${stderr}`);
  console.log(`${name}: the example was started in ${runs.length} ways, ${wrong.length} failed`);
  return wrong.length === 0;
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
  const faults = plantedFaults[language.name];
  if (faults === undefined) throw new Refusal(`No faults are listed for ${language.name}.`);
  for (const [name, file, from, to] of faults) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(source, copy, { recursive: true });
    const parts = readFileSync(join(source, file), 'utf8').split(from);
    if (parts.length !== 2)
      throw new Refusal(`${language.name}: "${from}" occurs ${parts.length - 1} times.`);
    writeFileSync(join(copy, file), parts.join(to));
    // A live service would remember the users of the run before.
    const failures = await runTests(language, copy, { ...env, LATCHKEY_SERVICE: '' }, false);
    if (failures === null) missed.push(name);
    const by = failures
      ?.match(/^.*, not .*$/m)?.[0]
      .trim()
      .slice(0, 100);
    console.log(`${language.name}: ${name}: ${failures === null ? 'NOT SEEN' : `seen by ${by}`}`);
  }
  return missed.length === 0 ? 'passed' : 'failed';
}

/** Returns the output of a failed run, or null. */
async function runTests(
  { commands, name }: Language,
  source: string,
  env: Readonly<Record<string, string>>,
  prints: boolean,
): Promise<string | null> {
  // A compiler could take the results of a client with a fault for those of the real one.
  const folder = join(buildFolder, prints ? name : `${name}-with-fault-results`);
  mkdirSync(folder, { recursive: true });
  for (const [program, ...args] of commands({ source, folder })) {
    if (prints) console.log(`\n${name}: ${program} ${args.join(' ')}`);
    const caches = { PYTHONDONTWRITEBYTECODE: '1', CARGO_TARGET_DIR: folder };
    const child = startChild(program, args, {
      cwd: source,
      stdout: prints ? 'inherit' : 'pipe',
      stderr: prints ? 2 : 'pipe',
      env: { ...process.env, ...caches, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')));
    const exitCode: unknown = (await once(child, 'close'))[0];
    if (exitCode === 0) continue;
    // A copy that does not compile proves nothing.
    if (!prints && !/passed, [1-9]\d* failed/.test(output)) throw new Refusal(output);
    return output;
  }
  return null;
}

/** Waits without blocking, because this process also answers as a server. */
async function runProgram(
  program: string,
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(program, args, { env });
  // The program may exit before it has read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: Number((await ended)[0]), stdout, stderr };
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
