// Migration of names and keys from before Turkish letters were folded and keys were cleaned
// (docs/protocol.md#names). Nothing is lost, and names that become equal are listed.
import { expect, test } from 'vitest';
import { compactKey, foldKey } from '@latchkey/protocol/typed-text.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { migrate } from '../src/database/migrate.ts';
import { inspect } from '../src/host/inspection.ts';
import {
  foldOf006,
  foldOf031,
  keyFoldOf031,
  skeletonOf011,
  skeletonOf031,
} from '../src/migrations/frozen-folds.ts';
import { skeletonOf } from '../src/skeletons.ts';
import { createPasswords } from '../src/secrets/passwords.ts';
import { cheapCost } from './support/cheap-cost.ts';
import { migrationsUpTo, openEmptyDatabase, writeSigningKey } from './support/old-database.ts';
import { environmentOf } from './support/postgresql.ts';
import { hwid, openWire } from './support/service-client.ts';

const users = ['ibrahim', 'İbrahim', 'İpek', 'Anna', 'ANNA2', 'ROZA', 'раypal'];
const keys = ['WORD-1', 'WORD\u20131', 'Card 7 \u2013 A', 'PLAIN-1', 'NW\u00adND'];

/** Opens two applications of the previous version. The other one has each name once. */
async function openOld() {
  const old = await openEmptyDatabase();
  const { raw } = old;
  await migrate(old.db, migrationsUpTo('028-ends-in-order'));
  const { hash } = await createPasswords(cheapCost);
  const password_hash = await hash('right');
  for (const [id, name] of [
    ['one', 'Test Application'],
    ['two', 'Other'],
  ] as const) {
    await raw
      .insertInto('applications')
      .values({
        ...{ id, name, ownerid: 'testOwner1', sellerkey_hash: id, version: '1.0', download: '' },
        ...{ enabled: 1, paused: 0, hwid_lock: 0, force_hwid: 0, min_hwid: 0 },
        ...{ session_seconds: 3600, created_at: 1 },
      })
      .execute();
    const plan = { application_id: id, level: '1', created_at: 1 };
    await raw
      .insertInto('plans')
      .values({ ...plan, id: `${id} plan`, name: 'Pro', name_fold: 'pro' })
      .execute();
    for (const username of id === 'one' ? users : ['İbrahim', 'İPEK'])
      await raw
        .insertInto('users')
        .values({
          ...{ id: `${id} ${username}`, application_id: id, username, password_hash },
          ...{ username_fold: foldOf006(username), skeleton: skeletonOf011(username) },
          ...{ totp_step: 0, created_at: 1 },
        })
        .execute();
    for (const key of id === 'one' ? keys : ['WORD\u20131'])
      await raw
        .insertInto('licenses')
        .values({
          ...{ application_id: id, key, key_fold: foldOf006(key), level: '1', seconds: 60 },
          ...{ status: 'unused', created_at: 1 },
        })
        .execute();
  }
  await raw
    .insertInto('subscriptions')
    .values([
      ...['ibrahim', 'İbrahim', 'İpek', 'Anna'].map((name) => ({
        ...{ user_id: `one ${name}`, plan_id: 'one plan', since_at: 1 },
        expires_at: name === 'Anna' ? 999_999_999_999 : 9_999_999_999,
      })),
    ])
    .execute();
  return old;
}

test('every name is folded again, and names that became equal lose their uniqueness guard', async () => {
  const { raw, toThisVersion } = await openOld();
  const before = await raw.selectFrom('users').selectAll().execute();
  await toThisVersion();
  const rows = await raw.selectFrom('users').selectAll().execute();
  expect(rows).toHaveLength(before.length);
  for (const row of rows)
    expect(row).toMatchObject({
      username_fold: fold(String(row['username'])),
      skeleton: skeletonOf(String(row['username'])),
      fold_guard: ['one ibrahim', 'one İbrahim'].includes(String(row['id'])) ? null : 1,
    });
  for (const row of await raw.selectFrom('licenses').selectAll().execute())
    expect(row).toMatchObject({
      key_fold: foldKey(String(row['key'])),
      fold_guard: row['application_id'] === 'one' && /^WORD/.test(String(row['key'])) ? null : 1,
    });
  const ends = await raw.selectFrom('subscriptions').select(['user_id', 'expires_at']).execute();
  expect(ends).toContainEqual({ user_id: 'one Anna', expires_at: 253_402_300_799 });
  expect(ends).toContainEqual({ user_id: 'one İpek', expires_at: 9_999_999_999 });
});

test('equal names sign in only exactly as stored, other names in any spelling', async () => {
  const { data } = await openOld();
  writeSigningKey(data);
  const { init, send } = await openWire({ dataFolder: data });
  const as = async (type: string, more: Readonly<Record<string, string>>) =>
    (await send({ type, sessionid: await init(), hwid, ...more })).body;
  for (const [typed, username] of [
    ['ibrahim', 'ibrahim'],
    ['İbrahim', 'İbrahim'],
    ['ipek', 'İpek'],
    ['IPEK', 'İpek'],
    ['İPEK', 'İpek'],
    ['anna', 'Anna'],
  ] as const)
    expect(await as('login', { username: typed, pass: 'right' })).toMatchObject({
      info: { username },
    });
  for (const username of ['IBRAHIM', 'İBRAHİM'])
    expect(await as('login', { username, pass: 'right' })).toMatchObject({
      reason: 'bad-credentials',
    });
  expect(await as('upgrade', { username: 'ipek', key: 'word-1' })).toMatchObject({
    reason: 'key-unknown',
  });
  for (const key of ['WORD\u20131', 'WORD-1', 'card7-a', 'nwnd', 'plain\u20131'])
    expect(await as('upgrade', { username: 'ipek', key })).toMatchObject({ success: true });
});

test('doctor lists equal names, but no whole license key', async () => {
  const { data, db, toThisVersion } = await openOld();
  await toThisVersion();
  const found = async () => {
    const findings = await inspect(data, await environmentOf(data));
    return findings.find(({ what }) => what.startsWith('The names'));
  };
  const finding = await found();
  expect(finding).toMatchObject({ isOk: false });
  expect(finding?.advice).toContain(
    'users "ibrahim" and "İbrahim" (application "Test Application")',
  );
  expect(finding?.advice).toMatch(/license keys "[^"]*" and "[^"]*" \(application/);
  for (const key of keys) expect(finding?.advice).not.toContain(key);
  for (const name of ['İpek', 'Other', 'Anna']) expect(finding?.advice).not.toContain(name);
  await db.deleteFrom('users').where('username', '=', 'ibrahim').execute();
  await db.deleteFrom('licenses').where('key', '=', 'WORD-1').execute();
  expect(await found()).toMatchObject({ isOk: true });
});

// If this fails, `fold` or `foldKey` changed: write a migration that folds all stored names again.
test('the newest frozen folds are those of this version', () => {
  const texts = [...users, ...keys, 'straße', 'ΟΔΥΣΣΕΥΣ', 'ﬃ', 'i\u0323\u0307', 'ー７٣\u202a', '𑛚'];
  for (let point = 0; point <= 0xffff; point += 1)
    if (point < 0xd800 || point > 0xdfff) texts.push(`a${String.fromCharCode(point)}B`);
  const differs = texts.filter(
    (text) =>
      foldOf031(text) !== fold(text) ||
      keyFoldOf031(text) !== foldKey(text) ||
      compactKey(text) !== compactKey(compactKey(text)),
  );
  expect(differs).toEqual([]);
  expect(users.map(skeletonOf031)).toEqual(users.map(skeletonOf));
});
