// A program with a web loader, as the compiled C# and C++ clients of the family behave: it waits for
// one handshake, signs in with its token, and then waits for one button at a time.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '../../packages/service/test/support/service.ts';

export interface WebLoaderProgram {
  readonly port: number;
  /** What the client API answered to its sign-in. */
  readonly answers: readonly Readonly<Record<string, unknown>>[];
  /** Every request that reached the program: others are answered by the system. */
  readonly requests: readonly string[];
  /** Waits for one press of a button. */
  readonly waitFor: (button: string) => void;
  readonly close: () => Promise<void>;
}

const deviceId = 'd'.repeat(64);

export async function startWebLoaderProgram(
  service: TestService,
  hwid = deviceId,
): Promise<WebLoaderProgram> {
  const answers: Readonly<Record<string, unknown>>[] = [];
  const requests: string[] = [];
  let path: string | null = '/handshake';
  const handle = async ({ method, url = '' }: IncomingMessage, response: ServerResponse) => {
    if (path === null || url.split('?')[0] !== path) {
      response.writeHead(404).end();
      return;
    }
    requests.push(`${method ?? ''} ${url.replace(/token=.*/, 'token=')}`);
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (method === 'OPTIONS') {
      response.writeHead(200).end();
      return;
    }
    const isHandshake = path === '/handshake';
    path = null;
    if (!isHandshake) {
      response.writeHead(420, 'SHEESH').end('Complete');
      return;
    }
    // Clients cut the texts out, and decode nothing.
    const [username = '', token = ''] = url.replace('/handshake?user=', '').split('&token=');
    const answer = await signIn(service, { username, token, hwid });
    answers.push(answer);
    if (answer['success'] === true) response.writeHead(420, 'SHEESH');
    else response.writeHead(200, String(answer['message']));
    response.end('Complete');
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  return {
    ...{ port, answers, requests },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    waitFor: (button) => {
      path = `/${button}`;
    },
  };
}

async function signIn(
  { url, app }: TestService,
  credentials: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const send = async (parameters: Readonly<Record<string, string>>) => {
    const all = { name: app.name, ownerid: app.ownerid, ...parameters };
    const body = new URLSearchParams(all);
    const response = await fetch(`${url}/api/1.3/`, { method: 'POST', body });
    return (await response.json()) as Readonly<Record<string, unknown>>; // an answer of the service
  };
  const { sessionid } = await send({ type: 'init', ver: app.version });
  return send({ type: 'login', sessionid: String(sessionid), ...credentials });
}
