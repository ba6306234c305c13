// One service of several processes: restarts, one log, one address of metrics, and no lost request.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { readFact } from '../src/database/facts.ts';
import { scrape, select } from './support/metrics.ts';
import { databaseOptionsOf } from './support/postgresql.ts';
import { hwid, isSignatureValid, readAnswer } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess, type ServiceProcess } from './support/service-process.ts';

// Each test starts several processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });

interface Group extends ServiceProcess {
  readonly data: string;
  readonly logText: () => string;
  readonly lines: () => readonly Record<string, unknown>[];
  /** Process ids of the processes that serve. */
  readonly pids: () => readonly number[];
}

async function openGroup(count: number, ...more: readonly string[]): Promise<Group> {
  const data = temporaryFolder();
  const args = ['--processes', String(count), '--requests', '1000000', ...more];
  const process = await startProcess(data, undefined, undefined, args);
  let logText = '';
  process.child.stderr?.on('data', (text: Buffer) => (logText += text.toString()));
  const { pid = 0 } = process.child;
  const lines = () => logText.split('\n').slice(0, -1);
  return {
    ...process,
    data,
    logText: () => logText,
    lines: () => lines().map((line) => JSON.parse(line) as Record<string, unknown>), // of pino
    pids: () =>
      readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number),
  };
}

async function ask({ line }: ServiceProcess, parameters: Record<string, string>) {
  const { name, ownerid } = line.app ?? { name: '', ownerid: '' };
  const query = new URLSearchParams({ name, ownerid, ...parameters }).toString();
  const answer = await readAnswer(await fetch(`${line.url}/api/1.3/?${query}`));
  expect(isSignatureValid(line.publicKey, answer)).toBe(true);
  return answer.body;
}

async function signIn(group: Group): Promise<string> {
  const sessionid = String((await ask(group, { type: 'init' }))['sessionid']);
  const { username = '', password: pass = '' } = group.line.users[0] ?? {};
  const login = { type: 'login', sessionid, username, pass, hwid };
  expect(await ask(group, login)).toMatchObject({ success: true });
  return sessionid;
}

function logged(group: Group, message: string): number {
  return group.logText().split(`"msg":"${message}"`).length - 1;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const restarted = 'All processes were restarted';

/** Sends `count` requests, some on kept connections and some on new ones. Returns what failed. */
async function load(url: string, count: number): Promise<readonly string[]> {
  const kept = new Agent({ keepAlive: true, maxSockets: 8 });
  const failures: string[] = [];
  let sent = 0;
  const sendSome = async (agent: Agent | false) => {
    while (sent < count) {
      sent += 1;
      const outcome = await send(url, agent);
      if (outcome !== 'ok') failures.push(outcome);
    }
  };
  await Promise.all([
    ...Array.from({ length: 8 }, () => sendSome(kept)),
    ...Array.from({ length: 4 }, () => sendSome(false)),
  ]);
  kept.destroy();
  return failures;
}

function send(url: string, agent: Agent | false): Promise<string> {
  return new Promise((resolve) => {
    request(url, { agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text.includes('"success":true') ? 'ok' : text));
      response.on('error', (error) => resolve(String(error)));
    })
      .on('error', (error) => resolve(String(error)))
      .end();
  });
}

test('restarts under load refuse none of 10 000 requests', async () => {
  const group = await openGroup(2);
  const sessionid = await signIn(group);
  const { name = '', ownerid = '' } = group.line.app ?? {};
  const query = new URLSearchParams({ type: 'check', sessionid, name, ownerid }).toString();
  const before = group.pids();
  const loaded = new AbortController();
  const loading = load(`${group.line.url}/api/1.3/?${query}`, 10_000).finally(() => loaded.abort());
  for (let restarts = 1; !loaded.signal.aborted; restarts += 1) {
    group.child.kill('SIGUSR2');
    await expect.poll(() => logged(group, restarted), { timeout: 60_000 }).toBe(restarts);
  }
  expect(await loading).toEqual([]);
  expect(group.pids()).toHaveLength(2);
  expect(group.pids().filter((pid) => before.includes(pid))).toEqual([]);
  group.child.kill('SIGTERM');
  expect(await group.exited).toBe(0);
});

test('a killed process is started again, and the others serve meanwhile', async () => {
  const group = await openGroup(2);
  const sessionid = await signIn(group);
  const [victim = 0, other = 0] = group.pids();
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => logged(group, 'A process ended: starting it again')).toBe(1);
  expect(await ask(group, { type: 'check', sessionid })).toMatchObject({ success: true });
  await expect.poll(() => group.pids().length).toBe(2);
  expect(group.pids()).toContain(other);
  expect(group.pids()).not.toContain(victim);
  group.child.kill('SIGTERM');
  expect(await group.exited).toBe(0);
});

test('all processes drain together, and end with the first one', async () => {
  const group = await openGroup(2, '--drain', '3600');
  const pids = group.pids();
  // The signal goes to all processes, as systemd sends it.
  for (const pid of [group.child.pid ?? 0, ...pids]) process.kill(pid, 'SIGTERM');
  const status = async (path: string) => (await fetch(`${group.line.url}${path}`)).status;
  const several = (path: string) => Promise.all(Array.from({ length: 6 }, () => status(path)));
  await expect.poll(() => several('/readyz')).toEqual([503, 503, 503, 503, 503, 503]);
  expect(await several('/healthz')).toEqual([200, 200, 200, 200, 200, 200]);
  group.child.kill('SIGTERM');
  expect(await group.exited).toBeNull();
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

test('all processes write whole lines into one log, each with its number', async () => {
  const group = await openGroup(2);
  for (let round = 0; round < 8; round += 1)
    await Promise.all(Array.from({ length: 25 }, () => ask(group, { type: 'init' })));
  await expect
    .poll(() => group.lines().filter(({ operation }) => operation === 'init').length)
    .toBe(200);
  const numbers = new Set(group.lines().map(({ process: number }) => number));
  expect([...numbers].sort()).toEqual([1, 2]);
});

test('metrics of all processes have one address, and the number of their process', async () => {
  const port = await freePort();
  const group = await openGroup(2, '--metrics', `127.0.0.1:${port}`);
  const scraped = await scrape({ metricsUrl: `http://127.0.0.1:${port}/metrics` });
  expect(select(scraped, 'latchkey_processes')[0]?.value).toBe(2);
  expect(select(scraped, 'latchkey_process_restarts_total')[0]?.value).toBe(0);
  const labels = select(scraped, 'latchkey_hashing_waiting').map(({ labels }) => labels);
  expect(labels).toEqual([{ process: '1' }, { process: '2' }]);
  expect((await fetch(`${group.line.url}/metrics`)).status).toBe(404);
});

test('a replacement never migrates data that the others use', async () => {
  const group = await openGroup(2);
  const options = await databaseOptionsOf(group.data);
  const parts = { dataFolder: group.data, ...options, onIdleFault: () => null };
  const db = await openDatabase(parts);
  onTestFinished(() => db.destroy());
  expect(await readFact(db, 'processes')).toBe('2');
  const rows = await sql<{
    name: string;
  }>`select name from kysely_migration order by name desc`.execute(db);
  const last = rows.rows[0]?.name ?? '';
  await sql`delete from kysely_migration where name = ${last}`.execute(db);
  const pids = group.pids();
  group.child.kill('SIGUSR2');
  await expect
    .poll(() => logged(group, 'A new process did not start: the old ones continue'))
    .toBe(1);
  expect(group.logText()).toContain('This version must migrate the data');
  expect(group.pids()).toEqual(pids);
  expect(await ask(group, { type: 'init' })).toMatchObject({ success: true });
});
