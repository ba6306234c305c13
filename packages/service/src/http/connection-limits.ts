// Defines limits on connections, and on the time and memory of each. connections.ts enforces them.

export interface ConnectionLimits {
  /** Time limit from a request's first byte to the end of its headers. */
  readonly headersWithinMs: number;
  /** Time limit from a request's first byte to the end of its body. */
  readonly requestWithinMs: number;
  /** A client must read `readAtLeastBytes`, or the rest of an answer, in every `readWithinMs`. */
  readonly readWithinMs: number;
  readonly readAtLeastBytes: number;
  /** How often connections are checked for slow readers. */
  readonly checkEveryMs: number;
  /** URL and headers together. Larger ones are answered with 431. */
  readonly headerBytes: number;
  readonly connections: number;
  /** Connections from one network (IPv6: /64), except trusted proxies. */
  readonly connectionsOfOne: number;
  /** Requests in flight on one connection. */
  readonly requestsAtOnce: number;
  /** Bytes of answers that wait in memory for their reader. A file counts by its read-ahead. */
  readonly unsentBytesOfOne: number;
  readonly unsentBytes: number;
}

export const productionConnections: ConnectionLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  readWithinMs: 30_000,
  readAtLeastBytes: 64 * 1024,
  checkEveryMs: 1000,
  headerBytes: 16 * 1024,
  connections: 4096,
  connectionsOfOne: 256,
  requestsAtOnce: 16,
  unsentBytesOfOne: 8 * 1024 * 1024,
  unsentBytes: 128 * 1024 * 1024,
};
