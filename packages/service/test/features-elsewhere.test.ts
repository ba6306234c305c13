// Features outside of sign-ins: in offline passes, for releases, in `why`, and in imports.
import { expect, test } from 'vitest';
import { featuresAt } from '@latchkey/protocol/offline-pass.ts';
import { hour, openOffline } from './offline-parts.ts';
import { openReleases, stable } from './releases-parts.ts';
import { start } from './seats-parts.ts';

test('an offline pass has the features, and drops those that end before it does', async () => {
  const { ask, signInForPass, checkForPass } = await openOffline();
  expect((await signInForPass('desk')).pass).not.toHaveProperty('features');
  const user = { user: 'anna', feature: 'beta', value: 'yes' };
  await ask('setfeature', { ...user, until: String(start + 10 * hour) });
  await ask('setfeature', { sub: 'Pro', feature: 'export', value: 'yes' });
  await ask('addsub', { name: 'Day', level: '9', gracedays: '3' });
  await ask('setfeature', { sub: 'Day', feature: 'projects', value: '9' });
  await ask('extend', { user: 'anna', sub: 'Day', expiry: '1' });
  const { pass, sessionid } = await signInForPass('desk');
  if (pass === null) throw new Error('There is no pass');
  const { features, featureChanges } = pass;
  expect({ features, featureChanges }).toEqual({
    features: { beta: true, export: true, projects: 9 },
    featureChanges: [
      { from: start + 10 * hour, features: { export: true, projects: 9 } },
      { from: start + 24 * hour, features: { export: true } },
    ],
  });
  expect(featuresAt(pass, start)).toBe(features);
  expect(featuresAt(pass, start + 30 * hour)).toEqual({ export: true });
  expect((await checkForPass(sessionid)).pass).toMatchObject({ features, featureChanges });
});

test('a pass that its features would make too long has none', async () => {
  const { ask, signInForPass } = await openOffline();
  for (let at = 0; at < 64; at += 1)
    await ask('setfeature', { sub: 'Pro', feature: `f${at}`, value: '漢'.repeat(64) });
  const { pass, body } = await signInForPass('desk');
  expect(pass).toMatchObject({ username: 'anna' });
  expect(pass).not.toHaveProperty('features');
  expect(String(body['offline']).length).toBeLessThan(16_384);
});

test('a pass that is too long with all changes of its features has the first one', async () => {
  const { ask, signInForPass } = await openOffline();
  for (let at = 0; at < 64; at += 1)
    await ask('setfeature', { sub: 'Pro', feature: `f${at}`, value: 'x'.repeat(50) });
  for (let at = 1; at <= 3; at += 1)
    await ask('setfeature', {
      user: 'anna',
      feature: `end${at}`,
      value: 'yes',
      until: String(start + at * hour),
    });
  const { pass } = await signInForPass('desk');
  expect(pass?.features).toHaveProperty('end3', true);
  expect(pass?.featureChanges).toHaveLength(1);
  expect(pass?.featureChanges?.[0]?.features).not.toHaveProperty('end3');
});

test('a pass whose features end at many times drops all of them at the first end', async () => {
  const { ask, signInForPass } = await openOffline();
  await ask('setfeature', { sub: 'Pro', feature: 'export', value: 'yes' });
  for (let at = 1; at <= 9; at += 1)
    await ask('setfeature', {
      user: 'anna',
      feature: `f${at}`,
      value: 'yes',
      until: String(start + at * hour),
    });
  expect((await signInForPass('desk')).pass).toMatchObject({
    featureChanges: [{ from: start + hour, features: { export: true } }],
  });
});

test('a release that requires a feature is offered only to accounts that have it', async () => {
  const { made, push, offer, ask, send, service, signIn } = await openReleases();
  const anna = await signIn(await service.addUser({ username: 'anna' }));
  const berta = await signIn(await service.addUser({ username: 'berta' }));
  await push(await made(1));
  await push(await made(2));
  const second = { ...stable, sequence: '2', rollout: '100' };
  await ask('rolloutrelease', { ...second, feature: 'beta' });
  const both = async () => [(await offer(anna))?.sequence, (await offer(berta))?.sequence];
  expect(await both()).toEqual([1, 1]);
  await ask('setfeature', { user: 'anna', feature: 'beta', value: 'yes' });
  expect(await both()).toEqual([2, 1]);
  const repair = { type: 'release', ...stable, sequence: '2' };
  expect((await send({ ...repair, sessionid: anna })).body).toHaveProperty('release.sequence', 2);
  expect((await send({ ...repair, sessionid: berta })).body).toMatchObject({
    release: null,
    needs: 'beta',
  });
  // A computer that has the release knows its hash.
  const { manifestSha256: manifest = '' } = (await offer(anna)) ?? {};
  expect((await send({ ...repair, manifest, sessionid: berta })).body).toHaveProperty(
    'release.sequence',
    2,
  );
  const other = { ...repair, manifest: 'f'.repeat(64), sessionid: berta };
  expect((await send(other)).body).toMatchObject({ release: null });
  const withheld = [{ version: '1.2', channel: 'stable', platform: 'linux-x64', feature: 'beta' }];
  expect((await ask('why', { user: 'berta' })).body).toMatchObject({ code: 'ok', withheld });
  expect((await ask('why', { user: 'anna' })).body).not.toHaveProperty('withheld');
  expect((await ask('fetchreleases')).body['releases']).toMatchObject([
    { sequence: 2, feature: 'beta' },
    { sequence: 1 },
  ]);
  await ask('setfeature', { user: 'anna', feature: 'beta', value: 'no' });
  expect(await both()).toEqual([1, 1]);
  await ask('rolloutrelease', second);
  expect(await both()).toEqual([1, 1]);
  await ask('rolloutrelease', { ...second, feature: '' });
  expect(await both()).toEqual([2, 2]);
});

test('prune keeps the newest releases that all accounts are offered, with or without a feature', async () => {
  const { made, push, offer, ask, service, signIn } = await openReleases();
  const berta = await signIn(await service.addUser({ username: 'berta' }));
  await push(await made(8));
  await push(await made(9), '--feature', 'beta');
  await push(await made(10), '--feature', 'beta');
  expect((await ask('prunereleases', { keep: '1' })).body).toMatchObject({ removed: 0 });
  expect(await offer(berta)).toMatchObject({ sequence: 8 });
});

test('releases that require a feature hide no release from accounts without it', async () => {
  const { made, push, offer, ask, service, signIn } = await openReleases();
  const berta = await signIn(await service.addUser({ username: 'berta' }));
  await push(await made(1));
  const first = await service.database.selectFrom('releases').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 50 }, (_, at) => ({
    ...first,
    sequence: at + 2,
    feature: 'beta',
    manifestSha256: String(at).padStart(64, '0'),
  }));
  await service.database.insertInto('releases').values(more).execute();
  expect(await offer(berta)).toMatchObject({ sequence: 1 });
  await ask('setfeature', { user: 'berta', feature: 'beta', value: 'yes' });
  expect(await offer(berta)).toMatchObject({ sequence: 51 });
});

test('why names a withheld release only for users in its rollout', async () => {
  const { made, push, offer, ask, service, signIn } = await openReleases();
  await push(await made(1));
  await push(await made(2), '--feature', 'beta', '--rollout', '50');
  const users = Array.from({ length: 6 }, (_, at) => `user${at}`);
  const sessions = await Promise.all(
    users.map(async (username) => signIn(await service.addUser({ username }))),
  );
  const areWithheld = await Promise.all(
    users.map(async (user) => 'withheld' in (await ask('why', { user })).body),
  );
  await Promise.all(users.map((user) => ask('setfeature', { user, feature: 'beta', value: '1' })));
  const offers = await Promise.all(sessions.map((session) => offer(session)));
  expect(areWithheld).toEqual(offers.map((one) => one?.sequence === 2));
});

test('a release of the loader requires no feature, because it has no account', async () => {
  const { madeLoader, push, ask } = await openReleases();
  await push(await madeLoader(1));
  const loader = { ...stable, kind: 'loader', sequence: '1', rollout: '100', feature: 'beta' };
  expect((await ask('rolloutrelease', loader)).body).toMatchObject({ code: 'feature-of-loader' });
});

test('imported users have their features, and are equal when imported again', async () => {
  const { ask } = await openOffline();
  const rows = async (features: readonly unknown[], username = 'Zoe') =>
    (await ask('importrows', { kind: 'users', rows: JSON.stringify([{ username, features }]) }))
      .body['rows'];
  const until = String(start + 10 * hour);
  const beta = { feature: 'beta', kind: 'yesno', value: 'yes', words: 'Beta', until };
  const seats = { feature: 'seats', kind: 'number', value: '3', words: '', until: '' };
  const ended = { ...beta, feature: 'old', until: String(start - 1) };
  expect(await rows([seats, beta, ended])).toEqual([{ state: 'created' }]);
  expect((await ask('userdata', { user: 'Zoe' })).body['features']).toEqual([beta, seats]);
  expect(await rows([beta, seats])).toEqual([{ state: 'equal' }]);
  expect(await rows([beta])).toMatchObject([{ state: 'problem', column: 'features' }]);
  expect(await rows([{ ...seats, value: 'x' }], 'Yan')).toMatchObject([{ state: 'problem' }]);
  expect((await ask('fetchallusers')).body['users']).toEqual(
    expect.arrayContaining([expect.objectContaining({ username: 'Zoe', features: [beta, seats] })]),
  );
});
