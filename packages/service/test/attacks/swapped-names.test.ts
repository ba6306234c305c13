// Attack: a relay asks for a cheap application of the same owner, which has the same signing key.
import { expect, onTestFinished, test } from 'vitest';
import type { Http, HttpRequest } from '@latchkey/client/ports.ts';
import { withFold } from '../../src/database/names.ts';
import { form, nowMs, startRealLoader } from '../../../../test/core/real-loader.ts';
import {
  between,
  expectStop,
  launch,
  notUsed,
  secret,
} from '../../../../test/protected-app/app-parts.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { wireTo } from '../support/service-client.ts';
import { startTestService, type TestServiceOptions } from '../support/service.ts';

/** Anna owns only the cheap application. */
async function open(options: TestServiceOptions = {}) {
  const service = await startTestService(options);
  onTestFinished(() => service.close());
  const another = await addOtherApplication(service, { id: 'cheap', ownerid: service.app.ownerid });
  const cheap = { ...service, app: another };
  const anna = await service.addUser();
  const { database } = service;
  await database
    .updateTable('users')
    .set({ applicationId: 'cheap' })
    .where('username', '=', anna.username)
    .execute();
  await database
    .updateTable('subscriptions')
    .set({ planId: 'cheap-plan' })
    .where('userId', '=', (eb) =>
      eb.selectFrom('users').select('id').where('username', '=', anna.username),
    )
    .execute();
  const shown = { ...withFold('varid', 'secret'), value: secret, authed: 1 } as const;
  await database
    .insertInto('variables')
    .values({ applicationId: 'cheap', ...shown })
    .execute();
  return { service, cheap, anna };
}

test('the loader rejects answers of a cheap application for an expensive one', async () => {
  const { service, cheap, anna } = await open({ now: () => nowMs });
  const swapped = (url: string) => {
    const changed = new URL(url);
    changed.searchParams.set('name', cheap.app.name);
    return changed.href;
  };
  let requestCount = 0;
  const swap = async (request: HttpRequest, send: Http['send']) => {
    requestCount += 1;
    return send({ ...request, url: swapped(request.url) });
  };
  const dear = await startRealLoader(service);
  dear.pass(swap);
  await dear.handlers.signIn(form(anna));
  expect(dear.at('unreachable').failure.code).toBe('bad-signature');
  expect(requestCount).toBeGreaterThan(0);
  // Controls: Anna signs in to the cheap application, even through the relay, and only to it.
  const own = await startRealLoader(cheap, { id: undefined });
  own.pass(swap);
  await own.handlers.signIn(form(anna));
  own.at('ready');
  const plain = await startRealLoader(service);
  const { ok } = await plain.handlers.signIn(form(anna));
  expect(ok).toBe(false);
  plain.at('signed-out');
});

test('the example program rejects answers of a cheap application for an expensive one', async () => {
  const { service, cheap, anna } = await open();
  const sessionid = await wireTo(cheap).signIn(anna);
  const { name, ownerid } = service.app;
  const { url: baseUrl, publicKey } = service;
  const parameters = { v: 1, baseUrl, name, ownerid, sessionid, publicKey } as const;
  const line = { ...parameters, challenge: 'required', method: 'GET' } as const;
  const led = await between(
    line,
    (answer) => answer,
    (url) => url.searchParams.set('name', cheap.app.name),
  );
  expectStop(await launch(led), line, 4, notUsed('it belongs to another application'));
  // Control: for the cheap application itself the answer is the right one.
  expect((await launch({ ...led, name: cheap.app.name })).exitCode).toBe(0);
});
