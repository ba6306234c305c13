// A server that answers each path with a specific fault and records the requests. As a proxy it
// serves the same paths and answers each tunnel with 407. It has no timers: it answers immediately,
// after another request, or never.
import { EventEmitter } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { makeSelfSigned } from '../adapters/self-signed.ts';
import { answer, type ReceivedRequest, behaviours, head, json, whole } from './fault-behaviours.ts';

/** The origins of the server, without a trailing slash. */
export interface FaultAddresses {
  readonly plain: string;
  /** The same server under another name. */
  readonly otherName: string;
  /** TLS with an untrusted certificate. */
  readonly selfSigned: string;
  /** An https:// address of a server that speaks plain HTTP. */
  readonly notTls: string;
  /** A closed port. */
  readonly closed: string;
}

export interface FaultServer {
  readonly addresses: FaultAddresses;
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

const movedTo: Readonly<Record<string, string>> = {
  '/redirect-302': '/redirect-target',
  '/redirect-out': 'https://elsewhere.invalid/redirect-target',
  '/redirect-down': 'http://127.0.0.1/redirect-target',
};

export async function startFaultServer(): Promise<FaultServer> {
  const asked: string[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  const closedTargets = new Set<string>();
  const sockets = new Set<Socket>();
  let connections = 0;
  let requests = 0;

  /**
   * Answers `/once-asked/x` after a request for `/x`, and `/once-closed/x` after the connection of
   * such a request has closed. Returns false for other paths.
   */
  const answerLater = (socket: Socket, target: string): boolean => {
    const [, kind, name] = /^\/(once-asked|once-closed)(\/.+)$/.exec(target) ?? [];
    if (kind === undefined || name === undefined) return false;
    const happened = kind === 'once-asked' ? asked.includes(name) : closedTargets.has(name);
    const respond = () => socket.write(whole('200 OK', '{}', json));
    if (happened) respond();
    else events.once(`${kind}${name}`, respond);
    return true;
  };

  const serve = (socket: Socket) => {
    const connection = ++connections;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    readRequests(socket, (parts) => {
      const request: ReceivedRequest = { ...parts, connection, serial: ++requests };
      if (request.method === 'CONNECT') {
        socket.end(
          head('407 Proxy Authentication Required', 'Proxy-Authenticate: Basic realm="x"'),
        );
        return;
      }
      const path = request.target.replace(/^http:\/\/[^/]+/, '').replace(/\?.*$/, '');
      socket.on('close', () => {
        closedTargets.add(path);
        events.emit(`once-closed${path}`);
      });
      if (answerLater(socket, path)) return;
      const counted = /^\/times-asked(\/.+)$/.exec(path)?.[1];
      if (counted !== undefined) {
        const times = asked.filter((one) => one === counted).length;
        socket.write(whole('200 OK', String(times)));
        return;
      }
      (behaviours[path] ?? answer('404 Not Found', '{}'))(socket, request);
      asked.push(path);
      events.emit(`once-asked${path}`);
    });
  };

  const plain = createServer(serve);
  const selfSigned = createTlsServer(makeSelfSigned(), (request, response) => {
    const location = movedTo[request.url ?? ''];
    if (location !== undefined) response.writeHead(302, { location });
    response.end('{}');
  });
  selfSigned.on('tlsClientError', () => undefined);
  const notTls = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(whole('400 Bad Request', '')));
  });
  const closed = createServer();
  const [plainPort, tlsPort, notTlsPort, closedPort] = await Promise.all([
    listen(plain),
    listen(selfSigned),
    listen(notTls),
    listen(closed),
  ]);
  await stop(closed);
  return {
    asked,
    addresses: {
      plain: `http://127.0.0.1:${plainPort}`,
      otherName: `http://localhost:${plainPort}`,
      selfSigned: `https://127.0.0.1:${tlsPort}`,
      notTls: `https://127.0.0.1:${notTlsPort}`,
      closed: `http://127.0.0.1:${closedPort}`,
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      selfSigned.closeAllConnections();
      await Promise.all([stop(plain), stop(selfSigned), stop(notTls)]);
    },
  };
}

function readRequests(
  socket: Socket,
  take: (request: Omit<ReceivedRequest, 'connection' | 'serial'>) => void,
): void {
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
      take({ method, target, headers: headers.toLowerCase(), body });
    }
  });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a TCP server that listens has such an address
}

async function stop(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
