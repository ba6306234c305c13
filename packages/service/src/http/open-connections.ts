// Tracks open connections: whether each one waits for its peer, and the bytes of its answers in
// memory. Connections that use too much memory, or read too slowly, are closed. The connection that
// has waited longest for its peer is closed first.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ConnectionLimits } from './connection-limits.ts';

interface Connection {
  readonly socket: Socket;
  /** Null for a trusted proxy. */
  readonly network: string | null;
  /** Requests that have begun and whose answers are not sent yet. */
  readonly requests: Map<IncomingMessage, TrackedRequest>;
  /** Number of these requests that the service is processing. */
  working: number;
  /** Number of these requests whose answers are being sent. */
  leaving: number;
  /** Unsent bytes of answers in memory; of a file, only its read-ahead. */
  unsentBytes: number;
  /** Start of the wait for the peer to send a request or to read an answer. */
  sinceMs: number;
  /** Bytes that the operating system had taken for the peer at `sinceMs`. */
  acceptedBytes: number;
}

interface TrackedRequest {
  state: 'arriving' | 'at work' | 'leaving';
  unsentBytes: number;
  /** The stream that provides the answer. */
  source: Readable | null;
}

/** The limit that was exceeded. */
export type ExceededLimit = 'connections' | 'connectionsOfOne';

export class OpenConnections {
  readonly #limits: ConnectionLimits;
  readonly #elapsedMs: () => number;
  readonly #onExceeded: (limit: ExceededLimit) => void;
  readonly #bySocket = new Map<Socket, Connection>();
  readonly #byNetwork = new Map<string, Set<Connection>>();
  /** Connections that wait for their peers, the longest wait first. */
  readonly #waiting = new Set<Connection>();
  #unsentBytes = 0;

  constructor(
    limits: ConnectionLimits,
    elapsedMs: () => number = () => performance.now(),
    onExceeded: (limit: ExceededLimit) => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#onExceeded = onExceeded;
    this.#elapsedMs = elapsedMs;
  }

  /** `network` is null for a trusted proxy, which has no limit per network. */
  add(socket: Socket, network: string | null): void {
    const counts = { working: 0, leaving: 0, unsentBytes: 0, sinceMs: 0, acceptedBytes: 0 };
    const connection: Connection = { socket, network, requests: new Map(), ...counts };
    this.#bySocket.set(socket, connection);
    const ofNetwork = network === null ? null : this.#ofNetwork(network).add(connection);
    socket.once('close', () => this.#remove(connection));
    this.#startWaiting(connection);
    // SECURITY: the connection with the longest wait is closed, not the newest one, so that nobody
    // can lock others out by holding all connections.
    const { connections, connectionsOfOne } = this.#limits;
    if (ofNetwork !== null && ofNetwork.size > connectionsOfOne) {
      this.#endSlowest(ofNetwork);
      this.#onExceeded('connectionsOfOne');
    }
    if (this.#bySocket.size > connections) {
      this.#endSlowest(this.#waiting);
      this.#onExceeded('connections');
    }
  }

  /**
   * Call it when the headers have been read. Returns false if the connection is closed and the
   * request must be ignored.
   */
  startRequest(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.socket.destroyed) return false;
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined) return true;
    this.#trackedRequest(connection, request, response);
    if (connection.requests.size <= this.#limits.requestsAtOnce) return true;
    this.#end(connection);
    return false;
  }

  /** Call it when the whole request has been read. From now on, the peer waits for the service. */
  startProcessing(request: IncomingMessage): void {
    const connection = this.#bySocket.get(request.socket);
    const trackedRequest = connection?.requests.get(request);
    if (connection === undefined || trackedRequest?.state !== 'arriving') return;
    trackedRequest.state = 'at work';
    connection.working += 1;
    this.#waiting.delete(connection);
  }

  /**
   * Call it when an answer is ready, with `bytes` of it in memory. Closing the connection destroys
   * `source`.
   */
  startAnswer(
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
    const trackedRequest = this.#trackedRequest(connection, request, response);
    trackedRequest.source = source;
    if (trackedRequest.state === 'at work') connection.working -= 1;
    if (trackedRequest.state !== 'leaving') connection.leaving += 1;
    trackedRequest.state = 'leaving';
    trackedRequest.unsentBytes += bytes;
    this.#addUnsent(connection, bytes);
    this.#startWaiting(connection);
    if (connection.unsentBytes > this.#limits.unsentBytesOfOne) this.#end(connection);
    for (const one of this.#waiting) {
      if (this.#unsentBytes <= this.#limits.unsentBytes) break;
      if (one.unsentBytes > 0) this.#end(one);
    }
  }

  /** Closes connections that read too little in `readWithinMs`. Call it regularly. */
  endStalled(readWithinMs = this.#limits.readWithinMs): void {
    for (const connection of this.#waiting) {
      if (this.#elapsedMs() - connection.sinceMs < readWithinMs) break;
      if (connection.leaving === 0) continue;
      const accepted = acceptedBytesOf(connection) - connection.acceptedBytes;
      if (accepted < this.#limits.readAtLeastBytes) this.#end(connection);
      else this.#startWaiting(connection);
    }
  }

  #trackedRequest(
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
  ): TrackedRequest {
    const known = connection.requests.get(request);
    if (known !== undefined) return known;
    const trackedRequest: TrackedRequest = { state: 'arriving', unsentBytes: 0, source: null };
    connection.requests.set(request, trackedRequest);
    response.once('finish', () => {
      connection.requests.delete(request);
      if (trackedRequest.state === 'leaving') connection.leaving -= 1;
      if (this.#bySocket.has(connection.socket))
        this.#addUnsent(connection, -trackedRequest.unsentBytes);
      this.#startWaiting(connection);
    });
    return trackedRequest;
  }

  #startWaiting(connection: Connection): void {
    if (connection.working > 0 || !this.#bySocket.has(connection.socket)) return;
    connection.sinceMs = this.#elapsedMs();
    connection.acceptedBytes = acceptedBytesOf(connection);
    this.#waiting.delete(connection);
    this.#waiting.add(connection);
    const { network } = connection;
    if (network === null) return;
    // Keeps the same order as `#waiting`.
    const ofNetwork = this.#ofNetwork(network);
    ofNetwork.delete(connection);
    ofNetwork.add(connection);
  }

  #ofNetwork(network: string): Set<Connection> {
    const known = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, known);
    return known;
  }

  #endSlowest(candidates: ReadonlySet<Connection>): void {
    for (const connection of candidates)
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
    // A pipelined answer that waits for its turn has no socket, so its stream is destroyed here.
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

/** Bytes that the operating system has taken for the peer. */
function acceptedBytesOf({ socket }: Connection): number {
  return socket.bytesWritten - socket.writableLength;
}
