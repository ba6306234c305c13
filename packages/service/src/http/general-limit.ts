// Enforces the general rate limit of docs/protocol.md#rate-limits: requests per minute and address.
// Transfers of a release count too, but leave a share for all other requests.
// Each process counts in memory, and adds to a shared count in the database in steps. A single
// process is exact, and each additional process may allow one step more.
import type { Logger } from 'pino';
import { networkOf } from '../addresses.ts';
import { clockToleranceSeconds } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { defaultRequestsPerMinute } from '../default-limits.ts';
import { addToCount, scopeOf } from '../secrets/throttles.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

/** The rest stays free, so that users can sign in while others in their network install. */
const transferShare = 5 / 6;
const windowSeconds = 60;
const flushSize = 60;
/** SECURITY: bounds the memory. Under a flood from more addresses, older entries are evicted. */
const maxAddresses = 50_000;

/** An application that has the client's address on its whitelist. */
export interface ExemptingApplication {
  readonly id: string;
  readonly name: string;
  readonly ownerid: string;
  /** Hashes of all its seller keys. */
  readonly sellerkeyHashes: readonly string[];
}

interface Window {
  endsAt: number;
  /** Count in the database, which all processes share. */
  known: number;
  /** Requests that are being added to the database. */
  inFlight: number;
  pending: number;
  /** Exempting applications, read once the limit is reached. */
  exempting: Promise<readonly ExemptingApplication[]> | null;
}

export interface LimitParts {
  readonly db: Database;
  readonly nowMs: () => UnixMs;
  readonly log: Pick<Logger, 'warn'>;
  readonly requestsPerMinute?: number | undefined;
}

export class GeneralLimit {
  readonly #db: Database;
  readonly #nowMs: () => UnixMs;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #requestsPerMinute: number;
  /** The limit of requests that transfer a release. */
  readonly transfersPerMinute: number;
  #current = new Map<string, Window>();
  #previous = new Map<string, Window>();
  #startedAt = 0;

  constructor(parts: LimitParts) {
    this.#db = parts.db;
    this.#nowMs = parts.nowMs;
    this.#log = parts.log;
    this.#requestsPerMinute = parts.requestsPerMinute ?? defaultRequestsPerMinute;
    this.transfersPerMinute = Math.floor(this.#requestsPerMinute * transferShare);
  }

  /**
   * Returns 0 for an allowed request, else the seconds to wait. Over the limit, `isTarget` decides
   * whether the request is for an exempting application. `maxRequests` may be lower than the usual
   * limit; a request that it refuses counts too.
   */
  take(
    address: string,
    isTarget: (application: ExemptingApplication) => boolean,
    maxRequests = this.#requestsPerMinute,
  ): number | Promise<number> {
    const now = toUnixSeconds(this.#nowMs());
    const network = networkOf(address);
    const window = this.#windowOf(network, now);
    const count = window.known + window.inFlight + window.pending;
    if (count < this.#requestsPerMinute) window.pending += 1;
    const answer = () =>
      count < maxRequests ? 0 : this.#waitUnlessExempt(window, address, isTarget, now);
    if (window.pending < flushSize || window.inFlight > 0) return answer();
    return this.#flush(network, window, now).then(answer);
  }

  #windowOf(network: string, now: number): Window {
    const current = this.#current.get(network) ?? this.#previous.get(network);
    if (current !== undefined && isCurrent(current, now)) {
      if (!this.#current.has(network)) this.#remember(network, current, now);
      return current;
    }
    const window: Window = {
      endsAt: now + windowSeconds,
      known: 0,
      inFlight: 0,
      pending: 0,
      exempting: null,
    };
    this.#remember(network, window, now);
    return window;
  }

  /**
   * Evicts in two generations. When the current generation holds half of `maxAddresses`, or began a
   * window ago, a new generation begins, and the oldest generation is dropped.
   */
  #remember(network: string, window: Window, now: number): void {
    if (
      this.#current.size >= maxAddresses / 2 ||
      Math.abs(now - this.#startedAt) >= windowSeconds
    ) {
      this.#previous = this.#current;
      this.#current = new Map();
      this.#startedAt = now;
    }
    this.#current.set(network, window);
  }

  async #flush(network: string, window: Window, now: number): Promise<void> {
    const amount = window.pending;
    window.pending = 0;
    window.inFlight = amount;
    try {
      const row = await addToCount(
        this.#db,
        scopeOf('requests', network),
        amount,
        window.endsAt,
        now,
      );
      window.known = row.count;
      window.endsAt = row.endsAt;
    } catch (error) {
      // Without the database, each process counts alone.
      this.#log.warn({ error }, 'Could not share a request count with other processes');
      window.known += amount;
    } finally {
      window.inFlight = 0;
    }
  }

  async #waitUnlessExempt(
    window: Window,
    address: string,
    isTarget: (application: ExemptingApplication) => boolean,
    now: number,
  ): Promise<number> {
    window.exempting ??= this.#exempting(address, now);
    const exempt = (await window.exempting).some(isTarget);
    return exempt ? 0 : Math.max(1, window.endsAt - now);
  }

  async #exempting(address: string, now: number): Promise<readonly ExemptingApplication[]> {
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
        .select(['applications.id', 'applications.name', 'applications.ownerid'])
        .select('applications.sellerkeyHash')
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

/** Returns false for a window that ends too far in the future, because a fast clock wrote it. */
function isCurrent({ endsAt }: Window, now: number): boolean {
  return endsAt > now && endsAt <= now + windowSeconds + clockToleranceSeconds;
}
