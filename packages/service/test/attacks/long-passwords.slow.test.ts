// Attack: bcrypt ignores bytes after the first 72, so an imported password would fit any ending.
import { hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import { sellerOf } from '../support/seller-client.ts';
import { hwid, openWire } from '../support/service-client.ts';

async function open() {
  const { service, send, init } = await openWire();
  const { database } = service;
  await database.updateTable('applications').set({ legacyHashes: 1 }).execute();
  const bystander = await service.addUser();
  const ask = sellerOf(service);
  /** Imports an account of another server by its hash. */
  const imported = async (username: string, password: string) => {
    const given = { user: username, passwordhash: hashSync(password, 4), sub: 'Pro', expiry: '1' };
    expect((await ask('adduser', given)).success).toBe(true);
  };
  const logIn = async (username: string, pass: string) => {
    await database.deleteFrom('throttles').execute();
    const sessionid = await init();
    const { body } = await send({ type: 'login', sessionid, username, pass, hwid });
    return body['success'] === true ? 'signed in' : body['reason'];
  };
  const stored = async (username: string) => {
    const { passwordHash } = await database
      .selectFrom('users')
      .select('passwordHash')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    return passwordHash.slice(0, 7);
  };
  return { imported, logIn, stored, bystander };
}

const first72 = ['a'.repeat(72), 'é'.repeat(36)] as const;

test.each(first72)(
  'an imported password of more than 72 bytes (%s) is rejected, with any ending',
  async (seen) => {
    const { imported, logIn, stored, bystander } = await open();
    await imported('long', `${seen}the end`);
    const tries = [`${seen}another`, seen, `${seen}the en`, seen.slice(0, -1)];
    for (const typed of tries) expect(await logIn('long', typed)).toBe('bad-credentials');
    // Even the correct password is rejected, because it looks the same. Its user needs a new one.
    expect(await logIn('long', `${seen}the end`)).toBe('bad-credentials');
    expect(await stored('long')).toBe('$2b$04$');
    expect(await logIn(bystander.username, bystander.password)).toBe('signed in');
  },
);

test('control: all 71 bytes of a shorter password are compared and rehashed', async () => {
  const { imported, logIn, stored } = await open();
  const whole = `${'é'.repeat(35)}e`;
  await imported('short', whole);
  for (const typed of [`${whole}e`, `${'é'.repeat(35)}f`, whole.slice(0, -1)])
    expect(await logIn('short', typed)).toBe('bad-credentials');
  expect(await stored('short')).toBe('$2b$04$');
  expect(await logIn('short', whole)).toBe('signed in');
  expect(await stored('short')).toBe('$argon2');
  expect(await logIn('short', whole)).toBe('signed in');
  for (const typed of [`${whole}e`, `${'é'.repeat(35)}f`])
    expect(await logIn('short', typed)).toBe('bad-credentials');
});
