// What is replayed, to whom, and for how long (docs/protocol.md#idempotent-requests).
import { describe, expect, test } from 'vitest';
import { figuresOf } from './support/figures.ts';
import { openWorld } from './support/repeat-world.ts';
import { openWithRequests as open, reasonOf } from './support/repeat-requests.ts';
import { freshChallenge, hwid, type Parameters } from './support/service-client.ts';

describe('the same challenge', () => {
  test('is refused with another type or other parameters, and changes nothing', async () => {
    const { wire, upgrade } = await open();
    const given = await upgrade();
    await wire.send(given);
    const before = await figuresOf(wire.service.database);
    const key = await wire.service.addLicense({ days: 1 });
    const { username: _username, key: _key, ...rest } = given;
    for (const other of [
      { ...given, key },
      { ...given, username: 'somebody' },
      { ...given, more: '1' },
      { ...rest, type: 'logout' },
      { ...given, type: 'login', pass: 'x' },
    ]) {
      const { body } = await wire.send(other);
      expect(body).toMatchObject({
        reason: 'bad-request',
        message: 'The parameter "challenge" was already used for a different request.',
      });
    }
    await wire.service.database.deleteFrom('licenses').where('key', '=', key).execute();
    expect(await figuresOf(wire.service.database)).toEqual(before);
    expect(await reasonOf(wire, given)).toBeNull();
  });

  test('is a new request in another session', async () => {
    const { wire, upgrade } = await open();
    const given = await upgrade();
    expect(await reasonOf(wire, given)).toBeNull();
    expect(await reasonOf(wire, { ...given, sessionid: await wire.init() })).toBe('key-used');
  });

  test('is the same request by GET and by POST, in any order of parameters', async () => {
    const { wire, upgrade } = await open();
    const given = await upgrade();
    const turned = Object.fromEntries(Object.entries(given).reverse());
    expect(await reasonOf(wire, given)).toBeNull();
    for (const method of ['GET', 'POST', 'multipart'] as const)
      expect((await wire.send(turned, method)).body).toMatchObject({ success: true });
  });

  test('is optional: without it, nothing is stored', async () => {
    const { wire, upgrade, login, rows } = await open();
    const { name, ownerid } = wire.service.app;
    const plain = async ({ challenge: _challenge, ...given }: Parameters) => {
      const query = new URLSearchParams({ name, ownerid, ...given }).toString();
      return (await (await fetch(`${wire.service.url}/api/1.3/?${query}`)).json()) as object;
    };
    const given = await upgrade();
    expect(await plain(given)).toMatchObject({ success: true });
    expect(await plain(given)).toMatchObject({ reason: 'key-used' });
    expect(await plain(await login())).toMatchObject({ success: true });
    expect(await rows()).toEqual([]);
  });
});

describe('a replayed sign-in', () => {
  test('succeeds only while the session is signed in as that user', async () => {
    const { wire, login } = await open();
    const other = await wire.service.addUser();
    const given = await login();
    const sessionid = given['sessionid'] ?? '';
    expect(await reasonOf(wire, given)).toBeNull();
    expect(await reasonOf(wire, given)).toBeNull();
    const asOther = { ...given, username: other.username, pass: other.password };
    const challenge = freshChallenge();
    expect(await reasonOf(wire, { ...asOther, challenge })).toBeNull();
    expect(await reasonOf(wire, given)).toBe('session-gone');
    // The replays did not change the session's user.
    const { body } = await wire.send({ type: 'check', sessionid });
    expect(body).toMatchObject({ info: { username: other.username } });
    await wire.send({ type: 'logout', sessionid });
    expect(await reasonOf(wire, { ...asOther, challenge })).toBe('session-gone');
  });

  test.each(['register', 'license'])(
    'succeeds only while the session is signed in: %s',
    async (type) => {
      const { wire } = await open();
      const key = await wire.service.addLicense({ days: 1 });
      const sessionid = await wire.init();
      const names = type === 'register' ? { username: 'anna', pass: 'secret' } : {};
      const given = { type, sessionid, key, hwid, ...names, challenge: freshChallenge() };
      expect(await reasonOf(wire, given)).toBeNull();
      expect(await reasonOf(wire, given)).toBeNull();
      await wire.send({ type: 'logout', sessionid });
      expect(await reasonOf(wire, given)).toBe('session-gone');
    },
  );

  test('checks the session: a ban and a pause are reported', async () => {
    const { wire, login, user } = await open();
    const { service } = wire;
    const given = await login();
    expect(await reasonOf(wire, given)).toBeNull();
    await service.setApp({ paused: true });
    expect(await reasonOf(wire, given)).toBe('app-paused');
    await service.setApp({ paused: false });
    expect(await reasonOf(wire, given)).toBeNull();
    await service.changeUser(user.username, { banned: 'why' });
    expect(await reasonOf(wire, given)).toBe('banned');
    expect(await reasonOf(wire, given)).toBe('session-gone');
  });

  test('reports the current subscriptions of the user', async () => {
    const { wire, login, user, upgrade } = await open();
    const given = await login();
    const first = await wire.send(given);
    await wire.send(await upgrade());
    const again = await wire.send(given);
    const expiryOf = ({ body }: typeof first) =>
      Number((body['info'] as { subscriptions: { expiry: string }[] }).subscriptions[0]?.expiry);
    expect(expiryOf(again) - expiryOf(first)).toBe(86_400);
    expect(again.body).toMatchObject({ info: { username: user.username, hwid: null } });
  });
});

describe('a replayed offer of two-factor sign-in', () => {
  test('returns the same offer, but is refused once it is confirmed or expired, or for another user', async () => {
    const { clock, wire, user } = await open();
    const sessionid = await wire.signIn(user);
    const given = { type: '2faenable', sessionid, challenge: freshChallenge() };
    const { body } = await wire.send(given);
    expect((await wire.send(given)).body['2fa']).toEqual(body['2fa']);
    clock.ms += 300_000;
    expect(await reasonOf(wire, given)).toBe('two-factor-expired');
    const second = { ...given, challenge: freshChallenge() };
    const { secret_code: secret } = (await wire.send(second)).body['2fa'] as {
      secret_code: string;
    };
    await wire.send({ type: '2faenable', sessionid, code: wire.service.totpCode(secret) });
    expect(await reasonOf(wire, second)).toBe('two-factor-on');
    const other = await wire.service.addUser();
    await wire.send({
      type: 'login',
      sessionid,
      hwid,
      username: other.username,
      pass: other.password,
    });
    expect(await reasonOf(wire, second)).toBe('session-gone');
  });
});

test('stored outcomes contain no secret, and cannot be read from the database alone', async () => {
  const { wire, webid, user } = await openWorld({ interleave: false });
  const { database } = wire.service;
  const key = await wire.service.addLicense({ days: 1 });
  const sessionid = await wire.init();
  const challenge = freshChallenge();
  const given = { sessionid, challenge };
  await wire.send({ ...given, type: 'login', username: user.username, pass: user.password, hwid });
  const send = (parameters: Parameters) => wire.send({ sessionid, ...parameters });
  const { body } = await send({ type: '2faenable' });
  const { secret_code: secret } = body['2fa'] as { secret_code: string };
  await send({ type: '2faenable', code: wire.service.totpCode(secret) });
  await send({ type: 'upgrade', username: user.username, key });
  await send({ type: 'webhook', webid });
  const rows = await database.selectFrom('repeats').selectAll().execute();
  expect(rows.filter(({ outcome }) => outcome !== null).length).toBeGreaterThanOrEqual(5);
  const text = JSON.stringify(rows);
  for (const secretText of [
    ...[key, secret, challenge, sessionid, user.password, user.username, hwid],
    ...['from the seller', 'bad-credentials', 'success'],
  ]) {
    expect(text).not.toContain(secretText);
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(text).not.toContain(Buffer.from(secretText).toString(form).slice(0, -2));
  }
});
