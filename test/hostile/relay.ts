// A relay on loopback between the loader and the real service. It passes on requests and answers,
// but hands one operation's answer, or every connection, to a deed: a function that misbehaves. It
// records the requests.
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TestService } from '../../packages/service/test/support/service.ts';
import { type Answer, askService, bytesOf, type Params } from './answers.ts';

/** A request that a deed answers. */
export interface Caught {
  readonly socket: Socket;
  readonly params: Params;
  readonly method: string;
  /** Sends the request to the service and returns its answer. */
  readonly honest: () => Promise<Answer>;
  /** Sends the request with changed parameters to the service; undefined removes a parameter. */
  readonly ask: (changes: Readonly<Record<string, string | undefined>>) => Promise<Answer>;
  readonly send: (answer: Answer) => void;
  /** Reports that nothing more will arrive, so that the test advances the clock. */
  readonly stuck: () => void;
}

export type Deed = (caught: Caught) => void | Promise<void>;

/**
 * What the relay does not pass on: the nth call of an operation, including repeats by the network
 * stack, or every new connection.
 */
export type Plot =
  | { readonly operation: string; readonly nth?: number; readonly deed: Deed }
  | { readonly connection: (socket: Socket, stuck: () => void) => void };

export interface Asked {
  readonly type: string;
  readonly challenge: string;
  readonly method: string;
}

export interface Relay {
  readonly url: string;
  /** Every received request, in order. */
  readonly asked: readonly Asked[];
  /** The session ids that the service gave out. */
  readonly sessions: readonly string[];
  /** Sets what the relay does not pass on; with null, it passes on everything unchanged. */
  readonly plot: (plot: Plot | null) => void;
  /** Reports that nothing more will arrive. */
  readonly stuck: () => void;
  /** Resolves once `stuck` was called, even if that was before this call. */
  readonly whenStuck: () => Promise<void>;
  /** The errors of deeds. */
  readonly faults: readonly unknown[];
  readonly close: () => Promise<void>;
}

export async function startRelay(service: Pick<TestService, 'url'>): Promise<Relay> {
  const requests: Asked[] = [];
  const sessions: string[] = [];
  const faults: unknown[] = [];
  const events = new EventEmitter();
  const sockets = new Set<Socket>();
  let plot: Plot | null = null;
  let isStuck = false;
  const stuck = () => {
    isStuck = true;
    events.emit('stuck');
  };

  const take = async (socket: Socket, { method, params }: Request) => {
    const type = params['type'] ?? '';
    requests.push({ type, challenge: params['challenge'] ?? '', method });
    const honest = async () => {
      const answer = await askService(service, method, params);
      const [, id] = /"sessionid":"([^"]+)"/.exec(answer.body.toString()) ?? [];
      if (id !== undefined) sessions.push(id);
      return answer;
    };
    const send = (answer: Answer) => void socket.write(bytesOf(answer));
    const tries = new Set(requests.filter((one) => one.type === type).map((one) => one.challenge));
    const aim = plot !== null && 'operation' in plot && plot.operation === type ? plot : null;
    if (aim === null || tries.size !== (aim.nth ?? 1)) {
      send(await honest());
      return;
    }
    const ask: Caught['ask'] = (changes) => askService(service, method, { ...params, ...changes });
    await aim.deed({ socket, method, params, honest, ask, send, stuck });
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (plot !== null && 'connection' in plot) {
      plot.connection(socket, stuck);
      return;
    }
    readRequests(socket, (request) => {
      take(socket, request).catch((error: unknown) => faults.push(error));
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked: requests,
    sessions,
    faults,
    stuck,
    plot: (given) => {
      plot = given;
      isStuck = false;
    },
    whenStuck: async () => {
      if (!isStuck) await once(events, 'stuck');
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a TCP server that listens has such an address
}

interface Request {
  readonly method: string;
  readonly params: Params;
}

function readRequests(socket: Socket, take: (request: Request) => void): void {
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const headers = received.slice(0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(headers)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const body = received.slice(end + 4, end + 4 + length);
      received = received.slice(end + 4 + length);
      const [method = '', target = ''] = headers.split(' ', 2);
      const query = new URL(target, 'http://relay.invalid').search;
      const form = new URLSearchParams(method === 'POST' ? body : query);
      take({ method, params: Object.fromEntries(form) });
    }
  });
}
