// A user who changes while the password is verified: the sign-in uses the new state, or fails.
import { sealAt } from '../src/secrets/at-rest.ts';
import { expect, test } from 'vitest';
import { generateSecret } from 'otplib';
import type { Database } from '../src/database/schema.ts';
import { hwid, openWire } from './support/service-client.ts';

interface Changed {
  readonly passwordHash?: string;
  readonly bannedReason?: string;
  readonly totpSecret?: string;
}

/** A service in which the user changes right after the first check of their password. */
async function open(change: (seal: (secret: string) => string) => Changed) {
  let database: Database | null = null;
  let checks = 0;
  let seal = (secret: string) => secret;
  const wire = await openWire({
    wrapPasswords: (passwords) => ({
      ...passwords,
      async verify(...given) {
        const right = await passwords.verify(...given);
        checks += 1;
        if (right && checks === 1) await database?.updateTable('users').set(change(seal)).execute();
        return right;
      },
    }),
  });
  database = wire.service.database;
  const { username, password: pass } = await wire.service.addUser();
  const { id } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
  seal = (secret) => sealAt(wire.service.secret, 'one-time codes', [id], secret);
  const sessionid = await wire.init();
  const login = async (more: Record<string, string> = {}) =>
    (await wire.send({ type: 'login', sessionid, username, pass, hwid, ...more })).body;
  const check = async () => (await wire.send({ type: 'check', sessionid })).body;
  return { wire, login, check, checks: () => checks };
}

test('a sign-in with the old password fails if the password changes meanwhile', async () => {
  // A hash that matches no password of this test.
  const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAA';
  const { login, check, checks } = await open(() => ({ passwordHash }));
  expect(await login()).toMatchObject({ reason: 'bad-credentials' });
  expect(checks()).toBe(2);
  expect(await check()).toMatchObject({ reason: 'not-signed-in' });
});

test('a ban during a sign-in is reported immediately', async () => {
  const { login, check } = await open(() => ({ bannedReason: 'Chargeback' }));
  expect(await login()).toMatchObject({ reason: 'banned', bannedReason: 'Chargeback' });
  expect(await check()).toMatchObject({ reason: 'not-signed-in' });
});

test('two-factor sign-in that is enabled during a sign-in requires its code', async () => {
  const totpSecret = generateSecret();
  const { wire, login } = await open((seal) => ({ totpSecret: seal(totpSecret) }));
  expect(await login()).toMatchObject({ reason: 'code-needed' });
  expect(await login({ code: wire.service.totpCode(totpSecret) })).toMatchObject({
    success: true,
  });
});
