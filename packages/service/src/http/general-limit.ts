// The general limit of contract 0.10: requests a minute and address, whatever they ask for. Counted in memory and added to
// the database in steps, which all processes share: one process is exact, and each further one may let one step more pass.
import type { Logger } from 'pino';
import { networkOf } from '../addresses.ts';
import { clockSlackSeconds } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { addTo, scopeOf } from '../secrets/throttles.ts';
import { inSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

const requestsPerMinute = 1200;
const windowSeconds = 60;
const step = 60;
/** SECURITY: at most so many addresses are remembered; a flood from more of them makes the others be forgotten. */
const mostAddresses = 50_000;

/** An application that has this address on its whitelist. */
export interface Exempting {
  readonly name: string;
  readonly ownerid: string;
  /** Of all its seller keys. */
  readonly sellerkeyHashes: readonly string[];
}

interface Window {
  endsAt: number;
  /** In the database, of all processes. */
  known: number;
  /** On their way there. */
  flying: number;
  pending: number;
  /** Read once the limit is reached. */
  exempting: Promise<readonly Exempting[]> | null;
}

export class GeneralLimit {
  readonly #db: Database;
  readonly #nowMs: () => UnixMs;
  readonly #log: Pick<Logger, 'warn'>;
  #fresh = new Map<string, Window>();
  #aged = new Map<string, Window>();
  #agedAt = 0;

  constructor(parts: {
    readonly db: Database;
    readonly nowMs: () => UnixMs;
    readonly log: Pick<Logger, 'warn'>;
  }) {
    this.#db = parts.db;
    this.#nowMs = parts.nowMs;
    this.#log = parts.log;
  }

  /**
   * Counts a request. 0: it may be; else the seconds until the next one may. `isOf`: whether it is a request to this
   * application, asked only once the limit is reached.
   */
  take(address: string, isOf: (application: Exempting) => boolean): number | Promise<number> {
    const now = inSeconds(this.#nowMs());
    const network = networkOf(address);
    const window = this.#windowOf(network, now);
    if (window.known + window.flying + window.pending >= requestsPerMinute)
      return this.#waitUnlessExempt(window, address, isOf, now);
    window.pending += 1;
    if (window.pending < step || window.flying > 0) return 0;
    return this.#share(network, window, now).then(() => 0);
  }

  #windowOf(network: string, now: number): Window {
    const current = this.#fresh.get(network) ?? this.#aged.get(network);
    if (current !== undefined && isRunning(current, now)) {
      if (!this.#fresh.has(network)) this.#remember(network, current, now);
      return current;
    }
    const window: Window = {
      endsAt: now + windowSeconds,
      known: 0,
      flying: 0,
      pending: 0,
      exempting: null,
    };
    this.#remember(network, window, now);
    return window;
  }

  /** Those that have not come again for a window's time, or before so many others, are forgotten all at once. */
  #remember(network: string, window: Window, now: number): void {
    if (this.#fresh.size >= mostAddresses / 2 || Math.abs(now - this.#agedAt) >= windowSeconds) {
      this.#aged = this.#fresh;
      this.#fresh = new Map();
      this.#agedAt = now;
    }
    this.#fresh.set(network, window);
  }

  async #share(network: string, window: Window, now: number): Promise<void> {
    const amount = window.pending;
    window.pending = 0;
    window.flying = amount;
    try {
      const row = await addTo(this.#db, scopeOf('requests', network), amount, window.endsAt, now);
      window.known = row.count;
      window.endsAt = row.endsAt;
    } catch (error) {
      // Without the database each process counts for itself.
      this.#log.warn({ error }, 'Could not share a request count with other processes');
      window.known += amount;
    } finally {
      window.flying = 0;
    }
  }

  async #waitUnlessExempt(
    window: Window,
    address: string,
    isOf: (application: Exempting) => boolean,
    now: number,
  ): Promise<number> {
    window.exempting ??= this.#exempting(address, now);
    const exempt = (await window.exempting).some(isOf);
    return exempt ? 0 : Math.max(1, window.endsAt - now);
  }

  async #exempting(address: string, now: number): Promise<readonly Exempting[]> {
    try {
      const rows = await this.#db
        .selectFrom('whitelist')
        .innerJoin('applications', 'applications.id', 'whitelist.applicationId')
        .leftJoin('sellerKeys', (join) =>
          join
            .onRef('sellerKeys.applicationId', '=', 'applications.id')
            .on((eb) =>
              eb.or([eb('sellerKeys.endsAt', 'is', null), eb('sellerKeys.endsAt', '>', now)]),
            ),
        )
        .select(['applications.name', 'applications.ownerid', 'applications.sellerkeyHash'])
        .select('sellerKeys.keyHash')
        .where('whitelist.ip', '=', address)
        .execute();
      return rows.map(({ sellerkeyHash, keyHash, ...names }) => ({
        ...names,
        sellerkeyHashes: keyHash === null ? [sellerkeyHash] : [sellerkeyHash, keyHash],
      }));
    } catch (error) {
      this.#log.warn({ error }, 'Could not read the whitelist');
      return [];
    }
  }
}

/** One that ends later than any that begins now is of a clock that was ahead. */
function isRunning({ endsAt }: Window, now: number): boolean {
  return endsAt > now && endsAt <= now + windowSeconds + clockSlackSeconds;
}
