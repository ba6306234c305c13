// Starts the service with very many users in a separate process, with clients for measurements: a
// seller and a program of the large application, and one user of the small application.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../../scripts/children.js';
import { startPostgresql } from '../../../packages/service/test/support/postgresql-server.ts';

/**
 * @typedef {Readonly<Record<string, string>>} Parameters
 * @typedef {Awaited<ReturnType<typeof startFull>>} Full
 */

/** The device of every user. */
export const device = 'd'.repeat(64);

/** @param {string} folder @param {'sqlite' | 'postgresql'} database @param {number} users */
export async function startFull(folder, database, users) {
  const data = mkdtempSync(join(folder, 'data-'));
  const server = database === 'sqlite' ? null : await startPostgresql({ durable: true });
  const file = fileURLToPath(new URL('full-service.ts', import.meta.url));
  const env = { ...process.env, ...(server && { DATABASE_URL: server.address('postgres') }) };
  const child = startChild(process.execPath, [file, data, `${users}`], {
    env,
    stdout: 'pipe',
    stderr: 2,
  });
  if (child.stdout === null) throw new Error('Its output is not read');
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  const { url, own, other } = JSON.parse(String(line));
  const agent = new Agent({ keepAlive: true });
  let requestCount = 0;
  /** @param {{ name: string, ownerid: string }} application */
  const clientOf = ({ name, ownerid }) => {
    /** @param {Parameters} parameters */
    return (parameters) =>
      ask(
        `${url}/api/1.3/?${new URLSearchParams({ name, ownerid, ...parameters }).toString()}`,
        agent,
        (requestCount += 1),
      );
  };
  const client = clientOf(other);
  const { sessionid } = (await client({ type: 'init' })).body;
  const session = { sessionid: String(sessionid) };
  const signIn = { type: 'login', username: 'anna', pass: 'right', hwid: device };
  await client({ ...session, ...signIn });
  let sold = 0;
  const signal = async () => {
    const answered = once(lines, 'line');
    child.kill('SIGUSR2');
    await answered;
  };
  return {
    /** Expires all sessions of the large application, permanently. */
    expire: signal,
    /** Sweeps the expired sessions, after `expire`. */
    sweep: signal,
    /** undefined: SQLite. */
    databaseUrl: server?.address('postgres'),
    data,
    /** Processor seconds of the service; NaN outside Linux. */
    processor: () => processorSeconds(child.pid),
    /** Processor seconds of all processes of the database server, including ended ones. */
    databaseProcessor: () => (server === null ? 0 : familySeconds(server.pid())),
    /** A program of the large application. */
    program: clientOf(own),
    /** @param {string} type @param {Parameters} parameters */
    seller: (type, parameters) => {
      const query = new URLSearchParams({ sellerkey: own.sellerkey, type, ...parameters });
      return ask(`${url}/api/seller/?${query.toString()}`, agent, (requestCount += 1));
    },
    async check() {
      const { ms, body } = await client({ ...session, type: 'check' });
      if (body['success'] !== true) throw new Error(`A check failed: ${String(body['message'])}`);
      return ms;
    },
    async redeem() {
      const key = `SALE-${(sold += 1)}`;
      const { body } = await client({ ...session, type: 'upgrade', username: 'anna', key });
      return body['success'] === true;
    },
    async end() {
      agent.destroy();
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      await server?.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const ticksOfSecond = 100;

/** @param {number | undefined} pid */
function processorSeconds(pid) {
  const { user, system } = ticksOf(pid);
  return (user + system) / ticksOfSecond;
}

/** @param {number} pid of a process whose children do the work */
function familySeconds(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const { user, system, ended } = ticksOf(pid);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const living = children === '' ? [] : children.split(' ').map(Number).map(secondsIfThere);
  return living.reduce((sum, one) => sum + one, (user + system + ended) / ticksOfSecond);
}

/** 0 for a process that just ended: its parent counts it. @param {number} pid */
function secondsIfThere(pid) {
  try {
    return processorSeconds(pid);
  } catch {
    return 0;
  }
}

/** @param {number | undefined} pid */
function ticksOf(pid) {
  const unknown = { user: Number.NaN, system: Number.NaN, ended: Number.NaN };
  if (process.platform !== 'linux') return unknown;
  // The fields after the name, which may contain any character.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
  const [user = Number.NaN, system = Number.NaN, childUser = 0, childSystem = 0] = text
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return { user, system, ended: childUser + childSystem };
}

/**
 * @param {string} address
 * @param {Agent} agent
 * @param {number} number
 * @returns {Promise<{ ms: number, body: Record<string, unknown> }>}
 */
function ask(address, agent, number) {
  const startedAt = performance.now();
  const headers = {
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  };
  return new Promise((resolve, reject) => {
    const asking = request(address, { agent, headers }, (response) => {
      const ms = performance.now() - startedAt;
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ ms, body: JSON.parse(text) }));
    });
    asking.on('error', (error) => {
      // The service closed an idle connection while this request was being sent.
      if (asking.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
        resolve(ask(address, agent, number));
      else reject(error);
    });
    asking.end();
  });
}

/** @param {readonly number[]} times @param {number} part */
export function at(times, part) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
