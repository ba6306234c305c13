// How the service ends, and several of it at once.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/serve.ts';
import { hwid, openWire, read, signatureHolds } from '../support/service-client.ts';
import { folder, type Line } from '../support/service-command.ts';
import { cheapCost, startTestService } from '../support/service.ts';

describe('ending', () => {
  test('finishes what is in flight and takes nothing new', async () => {
    let release: (right: boolean) => void = () => undefined;
    let reached: () => void = () => undefined;
    const verifying = new Promise<void>((resolve) => (reached = resolve));
    const data = folder();
    const service = await startTestService({
      dataFolder: data,
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
    const { body } = await read(await ask({ type: 'init' }));
    const { username, password: pass } = user;
    const sessionid = String(body['sessionid']);
    const inFlight = ask({ type: 'login', sessionid, username, pass, hwid });
    await verifying;
    const closed = service.close();
    release(true);
    const answer = await read(await inFlight);
    expect(answer.body).toMatchObject({ success: true });
    expect(signatureHolds(service.publicKey, answer)).toBe(true);
    await closed;
    await expect(ask({ type: 'init' })).rejects.toThrow();
  });

  test('does not wait for ever for a client that never finishes its request', async () => {
    const service = await startService({
      dataFolder: folder(),
      port: 0,
      passwordCost: cheapCost,
      closeWithinMs: 20,
      logStream: { write: () => undefined },
    });
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

describe('as a process of its own', () => {
  const main = fileURLToPath(new URL('../../src/service/main.ts', import.meta.url));
  const start = (data: string) => {
    const child = spawn(process.execPath, [
      main,
      '--data',
      data,
      '--port',
      '0',
      '--demo',
      '--json',
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const exit = new Promise<unknown>((resolve) => child.on('exit', (code) => resolve(code)));
    const line = new Promise<Line>((resolve, reject) => {
      child.stdout.once('data', (text: Buffer) => resolve(JSON.parse(text.toString()) as Line)); // as above
      child.once('exit', () => reject(new Error('The service ended before it listened')));
    });
    return { child, exit, line };
  };

  test('SIGTERM and SIGINT end it with exit code 0', async () => {
    const data = folder();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, exit, line } = start(data);
      const { url } = await line;
      expect((await fetch(`${url}/api/1.3/`)).status).toBe(400);
      child.kill(signal);
      expect(await exit).toBe(0);
    }
  });

  test('two that start at once in one empty folder agree on key and data', async () => {
    const data = folder();
    const [first, second] = await Promise.all([start(data).line, start(data).line]);
    expect(first.publicKey).toBe(second.publicKey);
    expect(second.licenses).toEqual(first.licenses);
    expect(first.users).toHaveLength(6);
    expect(readdirSync(data).filter((name) => name.startsWith('signing-key'))).toHaveLength(1);
  });
});

test('a service listens on 127.0.0.1 only', async () => {
  const { service } = await openWire();
  const { port } = new URL(service.url);
  await expect(fetch(`http://[::1]:${port}/api/1.3/`)).rejects.toThrow();
  await expect(fetch(`http://127.0.0.2:${port}/api/1.3/`)).rejects.toThrow();
});
