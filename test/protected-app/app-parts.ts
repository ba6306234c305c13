// Shared by the tests of the example app: a launch line as a loader writes it, the app as a
// process, and the check of how it stops.
import { spawn } from 'node:child_process';
import { createServer as createHttpServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { openWire, type Wire } from '../../packages/service/test/support/service-client.ts';

export const app = fileURLToPath(new URL('../../examples/protected-app/main.cjs', import.meta.url));
export const secret = 'only for signed-in sessions';

export const nothingPinned =
  'Nothing is pinned in this copy: it believes whoever starts it (pinned.cjs).\n';

export interface Line {
  readonly v: number;
  readonly baseUrl: string;
  readonly name: string;
  readonly ownerid: string;
  readonly sessionid: string;
  readonly publicKey: string | null;
  readonly challenge: 'required' | 'off';
  readonly method: 'GET' | 'POST';
}

/** A service with a signed-in session, and the line that a loader would write for it. */
export async function open(): Promise<{ wire: Wire; line: Line; username: string }> {
  const wire = await openWire();
  await wire.service.addVariable('secret', secret, true);
  const user = await wire.service.addUser();
  const sessionid = await wire.signIn(user);
  const { name, ownerid } = wire.service.app;
  const { url: baseUrl, publicKey } = wire.service;
  const line = { v: 1, baseUrl, name, ownerid, sessionid, publicKey } as const;
  return { wire, username: user.username, line: { ...line, challenge: 'required', method: 'GET' } };
}

export async function launch(
  stdin: unknown,
  args: readonly string[] = ['--seconds', '0'],
  program = app,
) {
  const child = spawn(process.execPath, [program, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // The app may exit before it has read all input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(typeof stdin === 'string' ? stdin : `${JSON.stringify(stdin)}\n`);
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, stdout, stderr };
}

/** The app must report why it stops, and must not print the secret or the session. */
export function expectStop(
  ran: Awaited<ReturnType<typeof launch>>,
  line: Line | null,
  exitCode: number,
  why: string,
) {
  expect(ran).toMatchObject({ exitCode, stderr: `${why}\n` });
  expect(ran.stdout).not.toContain(secret);
  if (line !== null) expect(ran.stdout + ran.stderr).not.toContain(line.sessionid);
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port, not on a pipe
}

export const notUsed = (why: string) => `The service's answer is not used: ${why}.`;

export interface Passed {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a relay between the app and the real service that changes the answers. */
export async function between(
  line: Line,
  change: (answer: Passed, asked: number) => Passed,
  redirect: (url: URL) => void = () => undefined,
): Promise<Line> {
  let requestCount = 0;
  const server = createHttpServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', line.baseUrl);
    redirect(url);
    const onward = request(url, { method: incoming.method }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => {
        requestCount += 1;
        const { 'content-length': _length, ...headers } = response.headers;
        const changed = change({ headers, body }, requestCount);
        outgoing.writeHead(200, changed.headers).end(changed.body);
      });
    });
    incoming.pipe(onward);
  });
  return { ...line, baseUrl: await listen(server) };
}
