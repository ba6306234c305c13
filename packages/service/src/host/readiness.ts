// Decides whether this process should receive requests (docs/operating.md#health).
import { isMigrated } from '../database/migrate.ts';
import { isReadOnly } from '../database/read-only.ts';
import type { Database } from '../database/schema.ts';
import { inTime } from '../in-time.ts';
import { migrations } from '../migrations/list.ts';
import type { After } from '../periodic-work.ts';
import type { Signers } from '../secrets/signers.ts';
import { fullDiskBytes } from './free-disk.ts';
import { readKeys } from './signing-keys.ts';
import { plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

export const notReadyReasons = [
  'draining',
  'database',
  'read-only',
  'migrations',
  'signing-key',
  'disk',
] as const;

export type NotReady = (typeof notReadyReasons)[number];

export interface ReadinessParts {
  readonly db: Database;
  readonly dataFolder: string;
  readonly signers: Signers;
  readonly nowMs: () => UnixMs;
  readonly after: After;
  /** Free bytes on the disk of a folder. */
  readonly freeBytes: (folder: string) => Promise<number>;
}

/** How long an answer is reused, so that any number of requests asks the database once. */
const reuseForMs = 1000;
/** The database must answer within this time. */
const answerWithinMs = 1000;

export class Readiness {
  readonly #parts: ReadinessParts;
  #isDraining = false;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #answer: Promise<readonly NotReady[]> = Promise.resolve([]);
  /** The query that the database has not answered yet. No second one is sent meanwhile. */
  #question: Promise<readonly NotReady[]> | null = null;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** Makes the process not ready, and waits so that load balancers notice it. */
  async drain(waitMs = 0): Promise<void> {
    this.#isDraining = true;
    if (waitMs > 0) await new Promise<void>((resolve) => this.#parts.after(waitMs, resolve));
  }

  /** Returns no reason if the process is ready. Never rejects. */
  async reasons(): Promise<readonly NotReady[]> {
    const now = plainMs(this.#parts.nowMs());
    // The clock may be set back.
    if (!this.#isDraining && Math.abs(now - this.#checkedAtMs) >= reuseForMs) {
      this.#checkedAtMs = now;
      this.#answer = this.#check();
    }
    const reasons = await this.#answer;
    return this.#isDraining ? ['draining'] : reasons;
  }

  async #check(): Promise<readonly NotReady[]> {
    const [ofDatabase, ofDisk] = await Promise.all([this.#askInTime(), this.#checkDisk()]);
    return [...ofDatabase, ...ofDisk];
  }

  #askInTime(): Promise<readonly NotReady[]> {
    this.#question ??= this.#ask().finally(() => {
      this.#question = null;
    });
    return inTime(this.#parts.after, answerWithinMs, this.#question, ['database']);
  }

  async #ask(): Promise<readonly NotReady[]> {
    const { db, signers } = this.#parts;
    try {
      if (!(await isMigrated(db, migrations))) return ['migrations'];
      const keys = await readKeys(db);
      return [
        ...((await isReadOnly(db)) ? (['read-only'] as const) : []),
        ...(keys.includes(signers.active.fingerprint) ? [] : (['signing-key'] as const)),
      ];
    } catch {
      return ['database'];
    }
  }

  async #checkDisk(): Promise<readonly NotReady[]> {
    const { dataFolder, freeBytes } = this.#parts;
    const free = await freeBytes(dataFolder).catch(() => 0);
    return free < fullDiskBytes ? ['disk'] : [];
  }
}
