// The example app behind a dishonest relay that changes, replays or redirects answers and requests.
import { describe, expect, test } from 'vitest';
import { openWire } from '../../packages/service/test/support/service-client.ts';
import {
  between,
  expectStop,
  launch,
  type Line,
  nothingPinned,
  type Passed,
  notUsed,
  open,
  secret,
} from './app-parts.ts';

describe('the app behind a dishonest relay', () => {
  test('control: runs if the relay passes answers on unchanged', async () => {
    const { line } = await open();
    expect((await launch(await between(line, (answer) => answer))).exitCode).toBe(0);
  });

  test.each([
    [
      'one letter of the body',
      (answer: Passed) => ({ ...answer, body: answer.body.replace('"code":68', '"code":69') }),
    ],
    ['white space after the body', (answer: Passed) => ({ ...answer, body: `${answer.body} ` })],
    [
      'the timestamp',
      (answer: Passed) => ({
        ...answer,
        headers: { ...answer.headers, 'x-signature-timestamp': '1700000000' },
      }),
    ],
  ])('stops if the relay changes %s', async (_what, change) => {
    const { line } = await open();
    const lied = await between(line, change);
    expectStop(await launch(lied), line, 4, notUsed('its signature is not right'));
  });

  test('stops if the relay removes the signature', async () => {
    const { line } = await open();
    const lied = await between(line, ({ headers, body }) => {
      const { 'x-signature-ed25519': _signature, ...unsigned } = headers;
      return { headers: unsigned, body };
    });
    expectStop(await launch(lied), line, 4, notUsed('it is not signed'));
  });

  test('stops if the relay replays the answer to another request', async () => {
    const { line } = await open();
    let first: Passed | null = null;
    const lied = await between(line, (answer) => (first ??= answer));
    // The second request gets the answer to the first one.
    expectStop(await launch(lied), line, 4, notUsed('it belongs to another question'));
    const again = await launch(lied);
    expectStop(again, line, 4, notUsed('it belongs to another question'));
    expect(again.stdout).toBe(nothingPinned);
  });

  test('stops if the relay answers for another owner and answers are not signed', async () => {
    const { line } = await open();
    const lied = await between({ ...line, publicKey: null }, ({ headers, body }) => ({
      headers,
      body: body.replace(line.ownerid, 'otherOwner'),
    }));
    expectStop(await launch(lied), line, 4, notUsed('it belongs to another application'));
  });

  test('stops if the relay redirects the request to another application with the same signing key', async () => {
    const { wire, line } = await open();
    const { database, app } = wire.service;
    const dear = await database
      .selectFrom('applications')
      .selectAll()
      .where('ownerid', '=', app.ownerid)
      .executeTakeFirstOrThrow();
    const cheap = { ...dear, id: 'cheap', name: 'Cheap Application', sellerkeyHash: 'cheap' };
    await database.insertInto('applications').values(cheap).execute();
    // Moves the session to the cheap application. The relay sends the name of that application.
    await database.updateTable('sessions').set({ applicationId: 'cheap' }).execute();
    await database.updateTable('users').set({ applicationId: 'cheap' }).execute();
    const rename = (url: URL, name: string) => url.searchParams.set('name', name);
    const led = await between(
      line,
      (answer) => answer,
      (url) => rename(url, cheap.name),
    );
    expectStop(await launch(led), line, 4, notUsed('it belongs to another application'));
    // The control: an app that requests the cheap application accepts the same answer.
    await database.updateTable('variables').set({ applicationId: 'cheap' }).execute();
    expect((await launch({ ...led, name: cheap.name })).exitCode).toBe(0);
  });

  test('stops if the relay sends an answer that is not valid JSON', async () => {
    const { line } = await open();
    for (const body of ['<!doctype html><p>Sign in to this network', 'null', '']) {
      const lied = await between({ ...line, publicKey: null }, ({ headers }) => ({
        headers,
        body,
      }));
      expectStop(await launch(lied), line, 4, notUsed('it cannot be read'));
    }
  });

  test('stops if the relay sends an old answer and challenges are off', async () => {
    const wire = await openWire({ now: () => Date.now() - 200_000 });
    await wire.service.addVariable('secret', secret, true);
    const sessionid = await wire.signIn(await wire.service.addUser());
    const { url: baseUrl, publicKey, app: names } = wire.service;
    const { name, ownerid } = names;
    const line: Line = {
      v: 1,
      baseUrl,
      name,
      ownerid,
      sessionid,
      publicKey,
      challenge: 'off',
      method: 'GET',
    };
    expectStop(await launch(line), line, 4, notUsed('its time is not ours'));
    expect((await launch({ ...line, challenge: 'required' })).exitCode).toBe(0);
  });
});
