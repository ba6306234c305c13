// Why sign-ins are refused, and the devices that users are bound to.
import { describe, expect, test } from 'vitest';
import { freshChallenge, hwid, openWire } from './support/service-client.ts';
import { login } from './sign-in-parts.ts';

const otherHwid = 'e'.repeat(64);

describe('refusals', () => {
  test('treat an unknown user and a wrong password alike, with one password check each', async () => {
    const verified: (string | null)[] = [];
    const wire = await openWire({
      wrapPasswords: (passwords) => ({
        ...passwords,
        verify: (hash, password, legacy) => {
          verified.push(hash);
          return passwords.verify(hash, password, legacy);
        },
      }),
    });
    const user = await wire.service.addUser();
    const challenge = freshChallenge();
    const wrong = await login(wire, { ...user, password: 'wrong' }, { challenge });
    const nobody = await login(wire, { ...user, username: 'nobody' }, { challenge });
    expect(wrong).toEqual(nobody);
    expect(wrong).toMatchObject({
      reason: 'bad-credentials',
      message: 'Invalid username or password.',
    });
    expect(verified).toHaveLength(2);
    expect(verified[1]).toBeNull();
  });

  test('report an unknown session, and one of another application', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser();
    const gone = await login(wire, user, { sessionid: 'x'.repeat(43) });
    expect(gone).toMatchObject({ reason: 'session-gone' });
    expect(gone['message']).toMatch(/^Session not found\./);
    const sessionid = await wire.init();
    const { database } = wire.service;
    const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
    const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
    await database.insertInto('applications').values(other).execute();
    const across = await wire.send({ type: 'check', sessionid, name: 'Other' });
    expect(across.body).toMatchObject({ reason: 'session-gone' });
  });

  test('have the documented order of precedence', async () => {
    const wire = await openWire();
    const { service } = wire;
    const user = await service.addUser({ totp: true, banned: 'Chargeback', subscription: 'none' });
    const { database } = service;
    const users = database.updateTable('users').where('username', '=', user.username);
    await service.bindDevice(user.username, otherHwid);
    const wrong = { ...user, password: 'wrong' };
    expect(await login(wire, wrong, { hwid: 'short' })).toMatchObject({
      reason: 'device-id-invalid',
    });
    expect(await login(wire, wrong)).toMatchObject({ reason: 'bad-credentials' });
    expect(await login(wire, user)).toMatchObject({
      reason: 'banned',
      message: 'The user is banned',
      bannedReason: 'Chargeback',
    });
    await users.set({ bannedReason: null }).execute();
    expect(await login(wire, user)).toMatchObject({ reason: 'wrong-device' });
    await service.bindDevice(user.username, hwid);
    expect(await login(wire, user)).toMatchObject({ reason: 'no-subscription', lapsed: [] });
    const { id } = await database
      .selectFrom('users')
      .select('id')
      .where('username', '=', user.username)
      .executeTakeFirstOrThrow();
    const plan = await database.selectFrom('plans').select('id').executeTakeFirstOrThrow();
    const row = { userId: id, planId: plan.id, sinceAt: 1, expiresAt: 2, remainingSeconds: null };
    await database.insertInto('subscriptions').values(row).execute();
    expect(await login(wire, user)).toMatchObject({
      reason: 'no-subscription',
      lapsed: [{ subscription: 'Pro', expiry: '2', paused: false }],
    });
    await service.changeUser(user.username, 'pause');
    expect(await login(wire, user)).toMatchObject({
      reason: 'subscription-paused',
      lapsed: [{ subscription: 'Pro', expiry: null, paused: true }],
    });
    await service.changeUser(user.username, 'resume');
    expect(await login(wire, user)).toMatchObject({
      reason: 'code-needed',
      message: '2FA code required.',
    });
  });

  test('omit the ban reason if the ban has none', async () => {
    const wire = await openWire();
    const body = await login(wire, await wire.service.addUser({ banned: '' }));
    expect(body).toMatchObject({ reason: 'banned' });
    expect(body).not.toHaveProperty('bannedReason');
  });

  test('write nothing: no device, no sign-in, no session', async () => {
    const wire = await openWire();
    const { database } = wire.service;
    const users = [
      await wire.service.addUser({ subscription: 'expired' }),
      await wire.service.addUser({ totp: true }),
      await wire.service.addUser({ banned: 'x' }),
    ];
    for (const user of users) {
      const sessionid = await wire.init();
      expect(await login(wire, user, { sessionid })).toMatchObject({ success: false });
      const row = await database
        .selectFrom('users')
        .selectAll()
        .where('username', '=', user.username)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ lastLoginAt: null, lastIp: null });
      expect(await database.selectFrom('devices').selectAll().execute()).toEqual([]);
      const { body } = await wire.send({ type: 'check', sessionid });
      expect(body).toMatchObject({ reason: 'not-signed-in', message: 'Session is not validated' });
    }
  });
});

describe('the device', () => {
  test('is bound at the first sign-in, and others are refused', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser();
    expect(await login(wire, user)).toMatchObject({ info: { hwid: null } });
    expect(await login(wire, user)).toMatchObject({ info: { hwid } });
    for (const other of [otherHwid, hwid.slice(0, 40), hwid.toUpperCase()])
      expect(await login(wire, user, { hwid: other })).toMatchObject({ reason: 'wrong-device' });
  });

  test('is bound once under concurrent first sign-ins', async () => {
    const wire = await openWire({ interleave: true });
    const user = await wire.service.addUser();
    const devices = Array.from({ length: 10 }, (_, index) => String(index).padStart(64, '0'));
    const bodies = await Promise.all(devices.map((device) => login(wire, user, { hwid: device })));
    expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
    expect(bodies.filter(({ reason }) => reason === 'wrong-device')).toHaveLength(9);
  });

  test('must have at least 20 characters by default, and the application can change the minimum', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser();
    for (const missing of ['', 'x'.repeat(19)])
      expect(await login(wire, user, { hwid: missing })).toMatchObject({
        reason: 'device-id-invalid',
      });
    await wire.service.setApp({ forceHwid: false, minHwid: 5 });
    expect(await login(wire, user, { hwid: '' })).toMatchObject({ success: true });
    expect(await login(wire, user, { hwid: 'abcde' })).toMatchObject({ success: true });
    // A device is bound now, so a sign-in without a device id comes from another one.
    expect(await login(wire, user, { hwid: '' })).toMatchObject({ reason: 'wrong-device' });
  });

  test('is neither compared nor bound while the lock is off', async () => {
    const wire = await openWire();
    await wire.service.setApp({ hwidLock: false });
    const user = await wire.service.addUser();
    for (const one of [hwid, otherHwid])
      expect(await login(wire, user, { hwid: one })).toMatchObject({ info: { hwid: null } });
  });
});
