// A network between the loader and the real service, on loopback: what is asked goes to the service and back, until one
// operation's answer, or a connection, is handed to a deed that does with the socket what it likes. Tells what was asked.
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TestService } from '../../packages/service/test/support/service.ts';
import { type Answer, askService, bytesOf, type Params } from './answers.ts';

/** One request on its way, in the hands of a deed. */
export interface Caught {
  readonly socket: Socket;
  readonly params: Params;
  readonly method: string;
  /** What the service really answers to it; asked for when called. */
  readonly honest: () => Promise<Answer>;
  /** What the service answers to this request with some parameters changed; undefined leaves one out. */
  readonly ask: (changes: Readonly<Record<string, string | undefined>>) => Promise<Answer>;
  readonly send: (answer: Answer) => void;
  /** Says that nothing more will come by itself, so that time may pass. */
  readonly stuck: () => void;
}

export type Deed = (caught: Caught) => void | Promise<void>;

/**
 * What becomes of the network: the nth call of an operation goes to a deed, as often as a network stack repeats it by itself; or
 * every new connection does.
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
  /** Every request that came, in order. */
  readonly asked: readonly Asked[];
  /** The session ids that the service gave out. */
  readonly sessions: readonly string[];
  /** null: everything is passed on honestly. */
  readonly plot: (plot: Plot | null) => void;
  /** Says that nothing more will come by itself. */
  readonly stuck: () => void;
  /** Resolves when a deed has said `stuck`, also before it was called. */
  readonly whenStuck: () => Promise<void>;
  /** What went wrong in a deed. */
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
    ...{ asked: requests, sessions, faults, stuck },
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
