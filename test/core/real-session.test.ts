// The core against the real service: lost sessions, and answers that are changed in transit.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignInMethod } from '../../src/main/core/ports.ts';
import type { HttpOutcome } from '@latchkey/client/ports.ts';
import { signatureHeader } from '@latchkey/protocol/envelope.ts';
import type { Credentials } from '../support/fake-vault.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { form, nowMs, type Passing, startRealLoader } from './real-loader.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ now: () => nowMs });
  await service.addVariable('news', 'Hello from the seller', false);
});
afterAll(() => service.close());

const started = (overrides: object = {}, kept: Credentials | SignInMethod | null = null) =>
  startRealLoader(service, overrides, kept);

describe('the session', () => {
  test('is reopened if the service lost it before the sign-in', async () => {
    const user = await service.addUser();
    const loader = await started();
    await service.database.deleteFrom('sessions').execute();
    await loader.handlers.signIn(form(user));
    loader.at('ready');
    expect(loader.types).toEqual(['init', 'login', 'init', 'login']);
  });

  test('ends if the service lost it after the sign-in', async () => {
    const user = await service.addUser();
    const loader = await started();
    await loader.handlers.signIn(form(user));
    await service.database.deleteFrom('sessions').execute();
    await loader.handlers.launch({});
    loader.at('session-ended');
    expect(loader.launcher.lines).toEqual([]);
  });

  test('is renewed if the service lost it and the sign-in is saved, and the launch continues', async () => {
    const user = await service.addUser();
    const loader = await started({}, form(user));
    loader.at('ready');
    await service.database.deleteFrom('sessions').execute();
    await loader.handlers.launch({});
    loader.at('running');
    expect(loader.types).toEqual(['init', 'login', 'check', 'init', 'login']);
    const { sessionid } = JSON.parse(loader.launcher.lines[0] ?? '{}') as { sessionid: string };
    const { name, ownerid } = service.app;
    const query = new URLSearchParams({ type: 'check', name, ownerid, sessionid });
    const answer = await fetch(`${service.url}/api/1.3/?${query.toString()}`);
    expect(await answer.json()).toMatchObject({ success: true });
  });

  test('ends at the service on sign-out', async () => {
    const user = await service.addUser();
    const loader = await started();
    await loader.handlers.signIn(form(user));
    await loader.handlers.launch({});
    const { sessionid } = JSON.parse(loader.launcher.lines[0] ?? '{}') as { sessionid: string };
    loader.launcher.exit({ exitCode: 0, signal: null });
    await loader.when(({ kind }) => kind === 'ready');
    let loggedOut: (outcome: HttpOutcome) => void = () => undefined;
    const logout = new Promise<HttpOutcome>((resolve) => (loggedOut = resolve));
    loader.pass(async (request, send) => {
      const outcome = await send(request);
      if (request.url.includes('type=logout')) loggedOut(outcome);
      return outcome;
    });
    await loader.handlers.signOut({});
    expect(await logout).toMatchObject({ ok: true, status: 200 });
    const query = new URLSearchParams({
      type: 'check',
      name: service.app.name,
      ownerid: service.app.ownerid,
      sessionid,
    });
    const answer = await fetch(`${service.url}/api/1.3/?${query.toString()}`);
    expect(await answer.json()).toMatchObject({ success: false, reason: 'session-gone' });
  });
});

describe('a man in the middle', () => {
  const startedThenSignIn = async (passing: Passing): Promise<string> => {
    const user = await service.addUser();
    const loader = await started();
    loader.pass(passing);
    await loader.handlers.signIn(form(user));
    const phase = loader.phase();
    return phase.kind === 'unreachable' ? phase.failure.code : phase.kind;
  };
  const changed =
    (change: (answer: Extract<HttpOutcome, { ok: true }>) => HttpOutcome): Passing =>
    async (request, send) => {
      const outcome = await send(request);
      return outcome.ok ? change(outcome) : outcome;
    };

  test('does not prevent a sign-in by passing the answer on unchanged', async () => {
    expect(await startedThenSignIn((request, send) => send(request))).toBe('ready');
  });

  test('cannot change the body', async () => {
    const code = await startedThenSignIn(
      changed((answer) => ({
        ...answer,
        body: Buffer.from(
          Buffer.from(answer.body).toString().replace('"level":"1"', '"level":"9"'),
        ),
      })),
    );
    expect(code).toBe('bad-signature');
  });

  test('cannot change the signature', async () => {
    const code = await startedThenSignIn(
      changed((answer) => ({
        ...answer,
        headers: { ...answer.headers, [signatureHeader]: '0'.repeat(128) },
      })),
    );
    expect(code).toBe('bad-signature');
  });

  test('cannot send HTML or plain text', async () => {
    const html = changed((answer) => ({
      ...answer,
      status: 200,
      headers: {},
      body: Buffer.from('<html>'),
    }));
    const text = changed((answer) => ({
      ...answer,
      status: 200,
      headers: {},
      body: Buffer.from('Hello'),
    }));
    expect(await startedThenSignIn(html)).toBe('captive-portal');
    expect(await startedThenSignIn(text)).toBe('bad-reply');
  });

  test('cannot replay another sign-in', async () => {
    const user = await service.addUser();
    const first = await started();
    let recorded: HttpOutcome | null = null;
    first.pass(async (request, send) => (recorded = await send(request)));
    await first.handlers.signIn(form(user));
    first.at('ready');
    const second = await started();
    second.pass((request, send) => (recorded === null ? send(request) : Promise.resolve(recorded)));
    await second.handlers.signIn({ ...form(user), password: 'wrong' });
    expect(second.at('unreachable').failure.code).toBe('bad-signature');
  });

  test('cannot use another public key', async () => {
    const loader = await started({
      publicKey: '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8',
    });
    expect(loader.at('unreachable').failure.code).toBe('bad-signature');
  });
});

test('random passwords reach the service unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 256 }),
      fc.constantFrom('GET', 'POST'),
      async (password, method) => {
        const user = await service.addUser({ password });
        const loader = await started({ method });
        await loader.handlers.signIn(form(user));
        loader.at('ready');
      },
    ),
    { numRuns: 20, seed: 3 },
  );
});
