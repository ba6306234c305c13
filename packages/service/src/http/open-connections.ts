// Which connections are open, on whom each of them waits, and what waits in memory for its reader: who takes too much of the
// service, or too long to read, is ended. The longest that waits for its peer goes first. It reads no request.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ConnectionLimits } from './connection-limits.ts';

interface Connection {
  readonly socket: Socket;
  /** null: a trusted proxy's. */
  readonly network: string | null;
  /** Those that have begun and whose answers have not left. */
  readonly requests: Map<IncomingMessage, Underway>;
  /** Of these, the ones that the service is at work on. */
  working: number;
  /** Of these, the ones whose answers are on their way. */
  leaving: number;
  /** Of whole answers; the bytes of a file stay on the disk until they are asked for. */
  unsentBytes: number;
  /** Since when it has waited for its peer: for a request, or for an answer to be taken. */
  sinceMs: number;
  /** What had been taken at that time. */
  takenBytes: number;
}

interface Underway {
  state: 'arriving' | 'at work' | 'leaving';
  /** Of its answer, in memory. */
  unsentBytes: number;
  /** What its answer is read from while it is sent. */
  source: Readable | null;
}

/** Of which there were too many. */
export type CrowdedLimit = 'connections' | 'connectionsOfOne';

export class OpenConnections {
  readonly #limits: ConnectionLimits;
  readonly #elapsedMs: () => number;
  readonly #onCrowded: (limit: CrowdedLimit) => void;
  readonly #bySocket = new Map<Socket, Connection>();
  readonly #byNetwork = new Map<string, Set<Connection>>();
  /** Those that wait for their peers, the longest first. */
  readonly #waiting = new Set<Connection>();
  #unsentBytes = 0;

  constructor(
    limits: ConnectionLimits,
    elapsedMs: () => number = () => performance.now(),
    onCrowded: (limit: CrowdedLimit) => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#onCrowded = onCrowded;
    this.#elapsedMs = elapsedMs;
  }

  /** `network`: null for a trusted proxy, which has as many as it needs. */
  add(socket: Socket, network: string | null): void {
    const counts = { working: 0, leaving: 0, unsentBytes: 0, sinceMs: 0, takenBytes: 0 };
    const connection: Connection = { socket, network, requests: new Map(), ...counts };
    this.#bySocket.set(socket, connection);
    const ofNetwork = network === null ? null : this.#ofNetwork(network).add(connection);
    socket.once('close', () => this.#remove(connection));
    this.#waitsForPeer(connection);
    // SECURITY: the one that has waited longest, not the newest: who holds all of them shuts nobody out.
    const { connections, connectionsOfOne } = this.#limits;
    if (ofNetwork !== null && ofNetwork.size > connectionsOfOne) {
      this.#endSlowest(ofNetwork);
      this.#onCrowded('connectionsOfOne');
    }
    if (this.#bySocket.size > connections) {
      this.#endSlowest(this.#waiting);
      this.#onCrowded('connections');
    }
  }

  /** A request's headers have been read. false: it is not to be looked at, as its connection was ended. */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.socket.destroyed) return false;
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined) return true;
    this.#underway(connection, request, response);
    if (connection.requests.size <= this.#limits.requestsAtOnce) return true;
    this.#end(connection);
    return false;
  }

  /** The whole request has been read: from now on the peer waits for us. */
  work(request: IncomingMessage): void {
    const connection = this.#bySocket.get(request.socket);
    const underway = connection?.requests.get(request);
    if (connection === undefined || underway?.state !== 'arriving') return;
    underway.state = 'at work';
    connection.working += 1;
    this.#waiting.delete(connection);
  }

  /** An answer is ready. `bytes`: of it in memory. `source`: where it is read from; nothing of it is once the connection is gone. */
  leave(
    request: IncomingMessage,
    response: ServerResponse,
    bytes: number,
    source: Readable | null = null,
  ): void {
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined) {
      source?.destroy();
      return;
    }
    const underway = this.#underway(connection, request, response);
    underway.source = source;
    if (underway.state === 'at work') connection.working -= 1;
    if (underway.state !== 'leaving') connection.leaving += 1;
    underway.state = 'leaving';
    underway.unsentBytes += bytes;
    this.#addUnsent(connection, bytes);
    this.#waitsForPeer(connection);
    if (connection.unsentBytes > this.#limits.unsentBytesOfOne) this.#end(connection);
    for (const one of this.#waiting) {
      if (this.#unsentBytes <= this.#limits.unsentBytes) break;
      if (one.unsentBytes > 0) this.#end(one);
    }
  }

  /** Ends whoever does not take what is there for them: enough of it in every `readWithinMs`. To be called every now and then. */
  endStalled(readWithinMs = this.#limits.readWithinMs): void {
    for (const connection of this.#waiting) {
      if (this.#elapsedMs() - connection.sinceMs < readWithinMs) break;
      if (connection.leaving === 0) continue;
      const taken = takenOf(connection) - connection.takenBytes;
      if (taken < this.#limits.readAtLeastBytes) this.#end(connection);
      else this.#waitsForPeer(connection);
    }
  }

  #underway(connection: Connection, request: IncomingMessage, response: ServerResponse): Underway {
    const known = connection.requests.get(request);
    if (known !== undefined) return known;
    const underway: Underway = { state: 'arriving', unsentBytes: 0, source: null };
    connection.requests.set(request, underway);
    response.once('finish', () => {
      connection.requests.delete(request);
      if (underway.state === 'leaving') connection.leaving -= 1;
      if (this.#bySocket.has(connection.socket)) this.#addUnsent(connection, -underway.unsentBytes);
      this.#waitsForPeer(connection);
    });
    return underway;
  }

  #waitsForPeer(connection: Connection): void {
    if (connection.working > 0 || !this.#bySocket.has(connection.socket)) return;
    connection.sinceMs = this.#elapsedMs();
    connection.takenBytes = takenOf(connection);
    this.#waiting.delete(connection);
    this.#waiting.add(connection);
    const { network } = connection;
    if (network === null) return;
    // The same order as in all of them.
    const ofNetwork = this.#ofNetwork(network);
    ofNetwork.delete(connection);
    ofNetwork.add(connection);
  }

  #ofNetwork(network: string): Set<Connection> {
    const known = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, known);
    return known;
  }

  #endSlowest(among: ReadonlySet<Connection>): void {
    for (const connection of among)
      if (connection.working === 0) {
        this.#end(connection);
        return;
      }
  }

  #end(connection: Connection): void {
    connection.socket.destroy();
    this.#remove(connection);
  }

  #remove(connection: Connection): void {
    const { socket, network } = connection;
    if (!this.#bySocket.delete(socket)) return;
    this.#waiting.delete(connection);
    this.#unsentBytes -= connection.unsentBytes;
    // An answer whose turn never came has no connection that it would hear of this from.
    for (const { source } of connection.requests.values()) source?.destroy();
    if (network === null) return;
    const ofNetwork = this.#ofNetwork(network);
    ofNetwork.delete(connection);
    if (ofNetwork.size === 0) this.#byNetwork.delete(network);
  }

  #addUnsent(connection: Connection, bytes: number): void {
    connection.unsentBytes += bytes;
    this.#unsentBytes += bytes;
  }
}

/** What the machine has taken from us for the peer. */
function takenOf({ socket }: Connection): number {
  return socket.bytesWritten - socket.writableLength;
}
