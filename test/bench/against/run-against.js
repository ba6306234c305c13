// `npm run bench -- --against COMMIT`: compares this commit's service with another one's. The two
// alternate on one machine, with the requests of running programs and loaders. Each ratio is ours
// over theirs, so more is better for rates.
import pg from 'pg';
import { median } from '../figures.js';
import {
  findPostgresql,
  startPostgresql,
} from '../../../packages/service/test/support/postgresql-server.ts';
import { loginOf, signIn, allRight, hasBody } from '../service/use.js';
import { treeOf } from '../process-tree.js';
import { askOnce, runLoad } from '../service/load.js';
import { clientPath, userName, variable } from '../service/seed.js';
import { cpuSecondsOf, moveLoad } from '../service/server.js';
import { contestant, users } from './contestant.js';

const connections = 16;
const rounds = 4;
/** The code of a new process is compiled while it answers its first requests. */
const warmUp = 8000;
const requests = { init: 3000, var: 8000, check: 8000, upgrade: 800, login: 200 };
/** The possible difference between two runs of one commit on a machine of a few cores. */
const noise = 0.9;

/** @typedef {keyof typeof requests} Operation */
/** @typedef {{ rates: number[], p99: number[], cpuMs: number[] }} Sample `cpuMs`: in total for 1 000 requests */
/** @typedef {Record<Operation, Sample> & { memory: number[] }} Samples */
const operations = /** @type {Operation[]} */ (Object.keys(requests));

/**
 * @param {{ project: string, name: string }} ours
 * @param {{ project: string, name: string }} theirs
 * @param {string} folder
 * @returns {Promise<import('../table.js').Row[]>}
 */
export async function runAgainst(ours, theirs, folder) {
  moveLoad('beside');
  const rows = await compare('SQLite', [
    await contestant(ours, folder),
    await contestant(theirs, folder),
  ]);
  if (findPostgresql() === null) return [...rows, noPostgresql];
  const server = await startPostgresql({ durable: true });
  try {
    const pair = [];
    for (const [index, commit] of [ours, theirs].entries())
      pair.push(await contestant(commit, folder, await newDatabase(server, `bench${index}`)));
    return [...rows, ...(await compare('PostgreSQL', pair, server.pid()))];
  } finally {
    await server.close();
  }
}

/**
 * @param {import('../../../packages/service/test/support/postgresql-server.ts').PostgresqlServer} server
 * @param {string} name
 */
async function newDatabase(server, name) {
  const client = new pg.Client(server.address('postgres'));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return server.address(name);
}

/** @type {import('../table.js').Row} */
const noPostgresql = {
  name: 'PostgreSQL',
  bound: noise,
  unit: 'x',
  atLeast: true,
  measured: null,
  figures: 'PostgreSQL is not installed',
};

/**
 * @param {string} database
 * @param {import('./contestant.js').Contestant[]} pair ours, theirs
 * @param {number} [databasePid]
 */
async function compare(database, pair, databasePid) {
  const samples = pair.map(emptySamples);
  for (let round = 0; round < rounds; round += 1)
    // In the order ABBA: drifts of the machine affect both alike.
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const [one, sample] = [pair[index], samples[index]];
      if (one === undefined || sample === undefined) continue;
      console.error(`${database}, ${one.name}, round ${round + 1} of ${rounds} ...`);
      await measureRound(one, sample, databasePid);
    }
  const [ours, theirs] = samples;
  return ours === undefined || theirs === undefined ? [] : rowsOf(database, ours, theirs);
}

/** @returns {Samples} */
function emptySamples() {
  const sample = () => ({ rates: [], p99: [], cpuMs: [] });
  const [init, check, upgrade, login] = [sample(), sample(), sample(), sample()];
  return { init, var: sample(), check, upgrade, login, memory: [] };
}

/**
 * @param {import('./contestant.js').Contestant} one
 * @param {Samples} samples
 * @param {number} [databasePid]
 */
async function measureRound(one, samples, databasePid) {
  const server = await one.start();
  const sessions = await signIn(server.url, connections);
  const { sessionid } = await askOnce(server.url, clientPath({ type: 'init' }));
  const keys = await one.newKeys(server.url, requests.upgrade);
  const requestOf = requestsOf({ sessions, sessionid, keys });
  const cpu = () =>
    server.cpuSeconds() +
    (databasePid === undefined ? 0 : treeOf(databasePid).reduce((sum, pid) => sum + cpuOf(pid), 0));
  const load = { url: server.url, connections, right: hasBody };
  allRight(await runLoad({ ...load, requests: warmUp, path: requestOf.var }));
  for (const operation of operations) {
    const before = cpu();
    const count = requests[operation];
    const result = allRight(
      await runLoad({ ...load, requests: count, path: requestOf[operation] }),
    );
    samples[operation].rates.push(result.perSecond);
    samples[operation].p99.push(result.p99);
    samples[operation].cpuMs.push(((cpu() - before) * 1000) / (count / 1000));
  }
  samples.memory.push(server.residentKib());
  await server.end();
}

/**
 * @param {{ sessions: string[], sessionid: string, keys: string[] }} made
 * @returns {Record<Operation, (index: number) => string>}
 */
function requestsOf({ sessions, sessionid, keys }) {
  const session = (/** @type {number} */ index) => sessions[index % sessions.length] ?? '';
  const { varid } = variable;
  return {
    init: () => clientPath({ type: 'init' }),
    var: (index) => clientPath({ type: 'var', sessionid: session(index), varid }),
    check: (index) => clientPath({ type: 'check', sessionid: session(index) }),
    upgrade: (index) =>
      clientPath({
        type: 'upgrade',
        sessionid,
        username: userName(index % users),
        key: keys[index] ?? '',
      }),
    login: (index) => clientPath(loginOf(sessionid, index % users)),
  };
}

/** 0 if the process has ended: a database's processes are short-lived. */
function cpuOf(/** @type {number} */ pid) {
  try {
    return cpuSecondsOf(pid);
  } catch {
    return 0;
  }
}

/**
 * @param {string} database
 * @param {Samples} ours
 * @param {Samples} theirs
 * @returns {import('../table.js').Row[]}
 */
function rowsOf(database, ours, theirs) {
  /** @type {import('../table.js').Row[]} */
  const rows = operations.flatMap((operation) => {
    const [mine, other] = [mediansOf(ours[operation]), mediansOf(theirs[operation])];
    return [
      {
        name: `${operation} rate, ${database}`,
        bound: noise,
        unit: 'x',
        atLeast: true,
        measured: mine.rates / other.rates,
        figures: `${mine.rates.toFixed(0)}/s of ${other.rates.toFixed(0)}/s; p99 ${mine.p99.toFixed(1)} ms, ${other.p99.toFixed(1)} ms`,
      },
      {
        name: `${operation} processor, ${database}`,
        bound: 1 / noise,
        unit: 'x',
        measured: mine.cpuMs / other.cpuMs,
        figures: `${mine.cpuMs.toFixed(0)} ms, ${other.cpuMs.toFixed(0)} ms for 1 000${database === 'SQLite' ? '' : ', database included'}`,
      },
    ];
  });
  const [mine, other] = [median(ours.memory) / 1024, median(theirs.memory) / 1024];
  return [
    ...rows,
    {
      name: `memory, ${database}`,
      bound: 1.1,
      unit: 'x',
      measured: mine / other,
      figures: `${mine.toFixed(0)} MiB, ${other.toFixed(0)} MiB`,
    },
  ];
}

/** @param {Sample} sample */
function mediansOf({ rates, p99, cpuMs }) {
  return { rates: median(rates), p99: median(p99), cpuMs: median(cpuMs) };
}
