// SECURITY: no answer and no audit row has a password, TOTP secret, session id, or a hash of one.
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { sellerOf, sellerText } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const pendingSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DP';

/** Users in every state with all kinds of secrets, an account, and the list of these secrets. */
async function filled() {
  const wire = await openWire();
  const { service, init, send } = wire;
  const ask = sellerOf(service);
  const users = [
    await service.addUser({ username: 'Ann' }),
    await service.addUser({ username: 'Bob', totp: true }),
    await service.addUser({ username: 'Cid', banned: 'rude' }),
    await service.addUser({ username: 'Dan', subscription: 'paused' }),
    await service.addUser({ username: 'Eve', subscription: 'expired' }),
  ];
  for (const { username } of users)
    await ask('editemail', { user: username, email: `${username}@example.org` });
  const sessionid = await init();
  const ann = { username: 'Ann', pass: users[0]?.password ?? '' };
  await send({ type: 'login', sessionid, ...ann, hwid });
  await ask('addAccount', {
    role: 'Manager',
    user: 'Mia',
    pass: 'secret of Mia',
    email: 'm@x.org',
  });
  const { sellerkey } = (await ask('newaccountkey', { user: 'Mia' })).body;
  const { token } = (await ask('inviteaccount', { user: 'Mia' })).body;
  await service.database
    .updateTable('users')
    .set({ totpPendingSecret: pendingSecret, totpPendingAt: 1 })
    .execute();
  const rows = await service.database.selectFrom('users').selectAll().execute();
  const accounts = await service.database.selectFrom('accounts').selectAll().execute();
  const sessions = await service.database.selectFrom('sessions').select('idHash').execute();
  const secrets = [
    ...users.map(({ password }) => password),
    ...rows.flatMap(({ passwordHash, totpSecret, emailHash }) => [
      passwordHash,
      totpSecret,
      emailHash,
    ]),
    ...accounts.map(({ emailHash }) => emailHash),
    ...[sellerkey, token].flatMap((secret) => [String(secret), hashToken(String(secret))]),
    'secret of Mia',
    pendingSecret,
    sessionid,
    service.app.sellerkey,
  ].filter((secret) => secret !== null);
  return { ...wire, ask, secrets, hashes: sessions.map(({ idHash }) => idHash) };
}

/** Parameters with which every operation finds something. */
const known = {
  user: 'Bob',
  username: 'Bob',
  name: 'Pro',
  sub: 'Pro',
  subscription: 'Pro',
  key: 'KNOWN-KEY',
  var: 'v',
  varid: 'v',
  id: '100000',
  fileid: '100000',
  webid: 'x',
};

const ofAccounts = ['getbalance', 'fetchbalance', 'fetchcustomers'];
const reading = Object.entries<SellerSpec>(sellerApi).flatMap(([type, { changes }]) =>
  changes === null ? [type] : [],
);

test('no read operation returns a secret', async () => {
  const { service, ask, secrets } = await filled();
  await ask('add', { expiry: '1', mask: known.key, force: '1' });
  await ask('assignkey', { user: 'Bob', key: known.key });
  expect(secrets.length).toBeGreaterThan(20);
  const answered: string[] = [];
  for (const type of reading) {
    for (const user of ofAccounts.includes(type) ? ['Mia'] : ['Ann', 'Bob', 'Cid', 'Dan', 'Eve']) {
      const request = { ...known, user, username: user };
      const { success, body } = await ask(type, request);
      if (success) answered.push(type);
      const text = JSON.stringify(body) + (await sellerText(service, { type, ...request }));
      for (const secret of secrets) expect(text, type).not.toContain(secret);
    }
  }
  // Otherwise the test could pass without any answer.
  for (const type of ['userdata', 'usersub', 'fetchallusers', 'fetchallkeys', 'info', 'getkey'])
    expect(answered).toContain(type);
  expect(answered).toContain('fetchallaccounts');
  for (const type of ofAccounts) expect(answered).toContain(type);
});

test('no change returns a secret or writes it to the audit log or the log', async () => {
  const { service, ask, secrets, hashes } = await filled();
  const changes: readonly (readonly [string, Record<string, string>])[] = [
    ['resetpw', { user: 'Ann', passwd: 'another secret' }],
    ['adduser', { user: 'New', sub: 'Pro', expiry: '1', pass: 'secret of New' }],
    ['adduser', { user: 'Old', sub: 'Pro', expiry: '1', passwordhash: `$2b$04$${'q'.repeat(53)}` }],
    ['editemail', { user: 'Bob', email: 'hidden@example.org' }],
    ['banuser', { user: 'Ann', reason: 'r' }],
    ['unbanuser', { user: 'Ann' }],
    ['disable2fa', { user: 'Bob' }],
    ['editusername', { currentUsername: 'Ann', newUsername: 'Anna' }],
    ['pauseuser', { username: 'Bob' }],
    ['deluser', { user: 'Eve' }],
  ];
  const more = ['another secret', 'secret of New', `$2b$04$${'q'.repeat(53)}`, 'hidden@'];
  for (const [type, request] of changes) {
    const { success, body } = await ask(type, request);
    expect(success, type).toBe(true);
    for (const secret of [...secrets, ...more, ...hashes])
      expect(JSON.stringify(body), type).not.toContain(secret);
  }
  const audit = await service.database.selectFrom('auditLogs').selectAll().execute();
  expect(audit.length).toBeGreaterThan(changes.length);
  for (const secret of [...secrets, ...more, ...hashes])
    for (const text of [JSON.stringify(audit), service.logText()])
      expect(text).not.toContain(secret);
});
