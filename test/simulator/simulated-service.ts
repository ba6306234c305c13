// The service of a simulation: starts, crashes at a chosen moment and starts again on the files
// that the disk has kept.
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { startService, type RunningService } from '../../packages/service/src/host/serve.ts';
import { shortHash, type History } from './history.ts';
import { disk } from './patch-io.ts';
import { scheduler, startMs, type SimulatedProcess } from './processes.ts';
import { createStream } from './random.ts';
import { workFolder } from './template.ts';

/** `process`: the system keeps all written bytes. `power`: only synced bytes, and a torn part. */
export type CrashKind = 'process' | 'power';

/** Other requests run between any two statements, as with a database elsewhere. */
const pauses: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const { random } = scheduler.current();
    if (random.chance(0.3)) await scheduler.delay(random.int(random.chance(0.1) ? 40_000 : 1500));
    return result;
  },
};

export class SimulatedService {
  process: SimulatedProcess;
  isUp = false;
  starts = 0;
  crashes = 0;
  /** Called with each crash, for the requests in flight. */
  readonly lostRequests = new Set<() => void>();
  readonly #history: History;
  #folder: string;
  #skewMs = 0;
  #running: RunningService | null = null;

  constructor(history: History, templateFolder: string) {
    this.#history = history;
    this.#folder = this.#newFolder();
    this.process = scheduler.newProcess('service#0');
    cpSync(templateFolder, this.#folder, { recursive: true });
    scheduler.outside(() => this.#start());
  }

  get file(): string {
    return join(this.#folder, 'latchkey.sqlite');
  }

  now(): number {
    return Math.floor((startMs + scheduler.nowMs() + this.#skewMs) / 1000);
  }

  moveClock(byMs: number): void {
    this.#skewMs += byMs;
    this.process.skewMs = this.#skewMs;
    this.#history.note(this.process.name, `clock moves by ${byMs / 1000} s`, 'fault');
  }

  /** Crashes before or after the `count`th statement that writes. */
  crashAtWrite(count: number, side: 'before' | 'after', kind: CrashKind): void {
    const server = this.process;
    const name = side === 'before' ? 'beforeWrite' : 'afterWrite';
    let left = count;
    server[name] = (sql) => {
      left -= 1;
      if (left > 0 || !server.isAlive) return;
      server[name] = null;
      this.crash(kind, `${side} ${sql.slice(0, 30).replaceAll(/\s+/g, ' ')}`);
    };
  }

  /** `exactly`: keeps no unsynced byte. */
  crash(kind: CrashKind, why: string, exactly?: 'exactly'): void {
    const server = this.process;
    if (!server.isAlive) return;
    server.kill();
    this.isUp = false;
    this.crashes += 1;
    const random = createStream(`${scheduler.seed}/crash/${this.starts}`);
    const wal = `${this.file}-wal`;
    const size = existsSync(wal) ? statSync(wal).size : 0;
    const safe = Math.min(size, disk.durable.get(wal) ?? 0);
    const torn = exactly === undefined ? random.int(size - safe + 1) : 0;
    const kept = kind === 'process' ? size : safe + torn;
    const before = this.#folder;
    this.starts += 1;
    this.#folder = this.#newFolder();
    this.#copy(before, kept);
    // Sectors that were never synced may hold anything.
    if (kind === 'power' && torn > 0 && random.chance(0.3))
      this.#writeNoise(safe, random.bytes(1 + random.int(Math.min(torn, 9000))));
    const bytes = `${kept} of ${size} bytes of the WAL, ${safe} synced`;
    this.#history.note(server.name, `crash (${kind}) ${why}; keeps ${bytes}`, 'fault');
    for (const lost of this.lostRequests) lost();
    this.lostRequests.clear();
    scheduler.outside(() => {
      // Not now: the crash may be inside of a statement.
      scheduler.after(1, () => {
        server.closeConnections();
        rmSync(before, { recursive: true, force: true });
      });
      scheduler.after(200_000 + random.int(15_000_000), () => this.#start());
    });
  }

  /** Stops the service as an operator does. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === null || !this.isUp) return;
    await this.process.run(() => running.close());
    this.isUp = false;
  }

  /** Removes everything after the end of a simulation. */
  remove(): void {
    this.process.kill();
    this.process.closeConnections();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): void {
    const server = scheduler.newProcess(`service#${this.starts}`);
    server.skewMs = this.#skewMs;
    this.process = server;
    const write = (text: string) => {
      const { level, msg, error } = JSON.parse(text) as Record<string, unknown>; // of pino
      const code = (error as { code?: string } | undefined)?.code ?? ''; // as service-log.ts writes it
      this.#history.note(server.name, `log ${String(level)}: ${String(msg)} ${code}`);
    };
    const options = { dataFolder: this.#folder, port: 8080, logLevel: 'warn' as const };
    const starting = server.run(() =>
      startService(
        { ...options, logStream: { write } },
        { wrapDatabase: (database) => database.withPlugin(pauses) },
      ),
    );
    starting.then(
      (running) => {
        if (!server.isAlive) return;
        this.isUp = true;
        this.#running = running;
        this.#history.note(server.name, 'is up');
      },
      (error: unknown) => this.#failedToStart(server, error),
    );
  }

  #failedToStart(server: SimulatedProcess, error: unknown): void {
    if (!server.isAlive) return;
    if (disk.failingSyncs > 0 || disk.isFull) {
      this.crash('process', 'cannot start');
      return;
    }
    this.#history.breaks('the service starts after every crash', String(error));
  }

  #newFolder(): string {
    return join(workFolder, `${shortHash(scheduler.seed)}-${this.starts}`);
  }

  #writeNoise(at: number, noise: Buffer): void {
    const wal = openSync(`${this.file}-wal`, 'r+');
    writeSync(wal, noise, 0, noise.length, at);
    closeSync(wal);
    this.#history.note(this.process.name, `${noise.length} bytes of noise behind`, 'fault');
  }

  #copy(before: string, walBytes: number): void {
    rmSync(this.#folder, { recursive: true, force: true });
    const names = readdirSync(before).filter((name) => !name.endsWith('-shm'));
    for (const name of names)
      cpSync(join(before, name), join(this.#folder, name), { recursive: true });
    const wal = `${this.file}-wal`;
    if (existsSync(wal)) truncateSync(wal, walBytes);
  }
}
