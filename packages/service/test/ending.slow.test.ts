// How the service stops, and how several processes start at the same time.
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { createShutdown } from '../src/host/shutdown.ts';
import { startService } from '../src/host/serve.ts';
import { databaseOptionsOf, environmentOf } from './support/postgresql.ts';
import { hwid, openWire, readAnswer, isSignatureValid } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess } from './support/service-process.ts';
import { startTestService } from './support/service.ts';
import { cheapCost } from './support/cheap-cost.ts';

describe('stopping', () => {
  test('finishes requests in flight and accepts no new ones', async () => {
    let release: (right: boolean) => void = () => undefined;
    let reached: () => void = () => undefined;
    const verifying = new Promise<void>((resolve) => (reached = resolve));
    const data = temporaryFolder();
    const service = await startTestService({
      dataFolder: data,
      // Long, so that the test would notice idle connections that stay open.
      closeWithinMs: 60_000,
      wrapPasswords: (passwords) => ({
        ...passwords,
        verify: () => {
          reached();
          return new Promise((resolve) => (release = resolve));
        },
      }),
    });
    const user = await service.addUser();
    const query = { name: service.app.name, ownerid: service.app.ownerid };
    const ask = async (parameters: Record<string, string>) =>
      fetch(
        `${service.url}/api/1.3/?${new URLSearchParams({ ...query, ...parameters }).toString()}`,
      );
    const { body } = await readAnswer(await ask({ type: 'init' }));
    const { username, password: pass } = user;
    const sessionid = String(body['sessionid']);
    const inFlight = ask({ type: 'login', sessionid, username, pass, hwid });
    await verifying;
    const closed = service.close();
    // Stopping has begun as soon as new requests fail.
    const getsIn = () =>
      ask({ type: 'init' }).then(
        () => true,
        () => false,
      );
    await expect.poll(getsIn, { timeout: 10_000 }).toBe(false);
    release(true);
    const answer = await readAnswer(await inFlight);
    expect(answer.body).toMatchObject({ success: true });
    expect(isSignatureValid(service.publicKey, answer)).toBe(true);
    expect(answer.headers.get('connection')).toBe('close');
    await closed;
    await expect(ask({ type: 'init' })).rejects.toThrow();
  });

  test('a request on a kept connection is answered after the stop signal', async () => {
    const group = await startProcess(temporaryFolder());
    const port = Number(new URL(group.line.url).port);
    const ask = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
    const socket = connect(port, '127.0.0.1');
    const texts: string[] = [];
    socket.setEncoding('utf8').on('data', (text: string) => texts.push(text));
    socket.write(ask);
    await expect.poll(() => texts.join('')).toContain('keep-alive');
    group.child.kill('SIGTERM');
    const isListening = () =>
      fetch(group.line.url).then(
        () => true,
        () => false,
      );
    await expect.poll(isListening).toBe(false);
    texts.length = 0;
    const closed = new Promise<Error | null>((resolve) => {
      socket.on('error', resolve).on('close', () => resolve(null));
    });
    socket.write(ask);
    expect(await closed).toBeNull();
    expect(texts.join('')).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/);
    expect(await group.exited).toBe(0);
  });

  test('has a time limit for a client that never finishes its request', async () => {
    const data = temporaryFolder();
    const service = await startService(
      {
        dataFolder: data,
        ...(await databaseOptionsOf(data)),
        port: 0,
        logStream: { write: () => undefined },
      },
      { passwordCost: cheapCost, closeWithinMs: 20 },
    );
    const hangup = new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
        const type = 'content-type: application/x-www-form-urlencoded';
        socket.write(
          `POST /api/1.3/ HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: 10\r\n\r\na=`,
        );
      });
      socket.on('error', () => undefined).on('close', () => resolve());
      socket.resume();
    });
    await fetch(`${service.url}/api/1.3/`);
    await service.close();
    await hangup;
  });
});

test('stopping has a time limit for work after the last answer', async () => {
  const app = Fastify();
  const { shutDown } = createShutdown(
    app,
    new AbortController(),
    () => new Promise(() => undefined),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  await shutDown(20);
});

describe('the service process', () => {
  test('exits with code 0 on SIGTERM and SIGINT', async () => {
    const data = temporaryFolder();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, exited, line } = await startProcess(data);
      expect((await fetch(`${line.url}/api/1.3/`)).status).toBe(400);
      child.kill(signal);
      expect(await exited).toBe(0);
    }
  });

  test('drains after the first SIGTERM, and ends at the second one', async () => {
    const { child, exited, line } = await startProcess(temporaryFolder(), undefined, undefined, [
      '--drain',
      '3600',
    ]);
    const statusOf = async (path: string) => (await fetch(`${line.url}${path}`)).status;
    expect(await statusOf('/readyz')).toBe(200);
    child.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect([await statusOf('/healthz'), await statusOf('/api/1.3/')]).toEqual([200, 400]);
    child.kill('SIGTERM');
    expect(await exited).toBe(null);
  });

  test('uses the same keys and data as processes that start at the same time', async () => {
    const data = temporaryFolder();
    const environment = await environmentOf(data, 'empty');
    const started = await Promise.all([1, 2, 3].map(() => startProcess(data, environment)));
    const [first, ...others] = started.map(({ line }) => line);
    expect(first?.users).toHaveLength(6);
    const addresses = { url: first?.url, desk: first?.desk, page: first?.page };
    for (const other of others) expect({ ...other, ...addresses }).toEqual(first);
    for (const key of ['signing-key', 'service-secret'])
      expect(readdirSync(data).filter((name) => name.startsWith(key))).toHaveLength(1);
  });
});

test('the service listens on 127.0.0.1 only', async () => {
  const { service } = await openWire();
  const { port } = new URL(service.url);
  await expect(fetch(`http://[::1]:${port}/api/1.3/`)).rejects.toThrow();
  await expect(fetch(`http://127.0.0.2:${port}/api/1.3/`)).rejects.toThrow();
});
