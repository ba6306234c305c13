// Runs the cluster of examples/cluster for a test, and breaks its nodes. Signals only processes in
// the cluster's own pid files, and their children.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../../scripts/build-if-stale.js';

/** 1 to 3. */
export type Node = number;

export interface Cluster {
  readonly databaseUrl: string;
  /**
   * Waits until two standbys follow a leader, one of them synchronously. Recreates the data of a
   * standby that cannot follow.
   */
  readonly whenHealthy: () => Promise<{ readonly leader: Node; readonly copied: readonly Node[] }>;
  /** Ends Patroni and PostgreSQL of a node without warning, as a power failure does. */
  readonly kill: (node: Node) => void;
  readonly startAgain: (node: Node) => void;
  /** Stops all processes of a node, which keep their connections, as a stalled machine does. */
  readonly freeze: (node: Node) => void;
  readonly thaw: (node: Node) => void;
  readonly stop: () => void;
}

const nodes: readonly Node[] = [1, 2, 3];
const programs = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];
const scripts = join(root, 'examples/cluster');
/** As in examples/cluster/cluster.env. */
const restPort = 23_800;
const healthyWithinMs = 240_000;
/** A standby needs 20 s to follow a new leader, with `pg_rewind`. */
const copyAfterMs = 60_000;

/** Returns the packages to install, or null. */
export function missingForCluster(): string | null {
  const isComplete = programs.every((program) => existsSync(program));
  return isComplete ? null : 'apt-get install patroni etcd-server haproxy postgresql';
}

/** `folder` must be reachable for the user postgres. */
export function startCluster(folder: string): Cluster {
  const run = (script: string, ...args: readonly string[]) =>
    execFileSync(join(scripts, script), args, {
      env: { ...process.env, DIR: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  run('start.sh');
  const processesOf = (node: Node): readonly number[] => {
    const files = [`pids/patroni${node}.pid`, `pg${node}/data/postmaster.pid`];
    const parents = files.map((file) =>
      Number(readFileSync(join(folder, file), 'utf8').split('\n')[0]),
    );
    return [...parents, ...parents.flatMap(childrenOf)];
  };
  const frozen = new Map<Node, readonly number[]>();
  return {
    databaseUrl: databaseUrlIn(folder),
    whenHealthy: () => whenHealthy((node) => copyAnew(folder, node)),
    kill: (node) => signal(processesOf(node), 'SIGKILL'),
    startAgain: (node) => void run('start.sh', 'patroni', String(node)),
    freeze(node) {
      frozen.set(node, processesOf(node));
      signal(frozen.get(node) ?? [], 'SIGSTOP');
    },
    thaw(node) {
      signal(frozen.get(node) ?? [], 'SIGCONT');
      frozen.delete(node);
    },
    stop() {
      for (const node of frozen.keys()) signal(frozen.get(node) ?? [], 'SIGCONT');
      run('stop.sh');
    },
  };
}

function databaseUrlIn(folder: string): string {
  const line = readFileSync(join(folder, 'database.env'), 'utf8').trim();
  return line.slice('DATABASE_URL='.length);
}

function childrenOf(parent: number): readonly number[] {
  try {
    const output = execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent)]).toString();
    return output.trim().split(/\s+/).map(Number);
  } catch {
    return [];
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // A child that has ended meanwhile.
    }
}

function copyAnew(folder: string, node: Node): void {
  const configuration = join(folder, `pg${node}/patroni.yml`);
  const args = ['-c', configuration, 'reinit', 'latchkey', `pg${node}`, '--force'];
  execFileSync('/usr/bin/patronictl', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | 'unknown';
}

async function whenHealthy(copy: (node: Node) => void) {
  const startedAt = performance.now();
  const copied: Node[] = [];
  // A node that was just thawed still reports its old state.
  for (let confirmations = 0; ;) {
    const members = await membersOf();
    const leader = members.find(({ role }) => role === 'leader');
    const behind = members.filter((member) => !follows(member, leader)).map(nodeOf);
    const roles = members.map(({ role }) => role).sort();
    const isHealthy = behind.length === 0 && roles.join() === 'leader,replica,sync_standby';
    confirmations = isHealthy ? confirmations + 1 : 0;
    if (leader !== undefined && confirmations === 3) return { leader: nodeOf(leader), copied };
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > healthyWithinMs)
      throw new Error(`The cluster is not healthy: ${JSON.stringify(members)}`);
    if (elapsedMs > copyAfterMs && leader !== undefined)
      for (const node of behind.filter((each) => !copied.includes(each))) {
        copied.push(node);
        copy(node);
      }
    await pause(1000);
  }
}

const nodeOf = ({ name }: Member): Node => Number(name.replace('pg', ''));

function follows(member: Member, leader: Member | undefined): boolean {
  const isRunning = member.state === 'running' || member.state === 'streaming';
  if (member === leader) return isRunning;
  return isRunning && member.timeline === leader?.timeline && typeof member.lag === 'number';
}

/** Asks the nodes in turn, because a broken one does not answer. */
async function membersOf(): Promise<readonly Member[]> {
  for (const node of nodes)
    try {
      const address = `http://127.0.0.1:${restPort + node}/cluster`;
      const answer = await fetch(address, { signal: AbortSignal.timeout(2000) });
      return ((await answer.json()) as { members: readonly Member[] }).members; // Patroni's format
    } catch {
      // Ask the next one.
    }
  return [];
}
