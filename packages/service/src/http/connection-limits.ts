// How much a connection may take of the service's time and memory, and how many there may be; connections.ts holds them to it.

export interface ConnectionLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headersWithinMs: number;
  /** To the end of its body. */
  readonly requestWithinMs: number;
  /** An answer is taken on at this pace at least: so many bytes in every such time, or the rest of it. */
  readonly readWithinMs: number;
  readonly readAtLeastBytes: number;
  /** How often slow ones are looked for. */
  readonly checkEveryMs: number;
  /** Address and headers together; longer ones are 431. */
  readonly headerBytes: number;
  readonly connections: number;
  /** From one network (IPv6: /64) that is no trusted proxy. */
  readonly connectionsOfOne: number;
  /** On one connection. */
  readonly requestsAtOnce: number;
  /** Of answers that wait for their readers: of a connection, and of all. Whole ones only; files are read as they are sent. */
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
