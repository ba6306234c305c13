// Changes of features: what they keep, their kinds, and concurrent ones.
import { expect, test } from 'vitest';
import { readFeaturesOf } from '../src/features/subscriptions/features.ts';
import { begin, openFeatures } from './features-parts.ts';

test('a change of the value keeps words and end, and empty ones remove them', async () => {
  const { ask } = await openFeatures();
  const friday = String(begin + 2 * 3600);
  const beta = { user: 'Anna', feature: 'beta' };
  const listed = async () => (await ask('userdata', { user: 'Anna' })).body['features'];
  await ask('setfeature', { ...beta, value: 'yes', words: 'Beta versions', until: friday });
  expect((await ask('setfeature', { ...beta, value: '5' })).body).toMatchObject({ kind: 'number' });
  expect(await listed()).toMatchObject([{ value: '5', words: 'Beta versions', until: friday }]);
  await ask('setfeature', { ...beta, value: '5', words: '', until: '' });
  expect(await listed()).toMatchObject([{ value: '5', words: '', until: '' }]);
});

test('a feature has one kind in all subscriptions', async () => {
  const { ask, codeOf } = await openFeatures();
  await ask('setfeature', { sub: 'Pro', feature: 'projects', value: '5' });
  const other = { feature: 'projects', value: 'yes' };
  expect((await ask('setfeature', { ...other, sub: 'Max' })).body).toMatchObject({
    code: 'feature-kind-differs',
    subscription: 'Pro',
  });
  expect(await codeOf('setfeature', { ...other, user: 'Anna' })).toBe('feature-kind-differs');
  expect((await ask('setfeature', { ...other, sub: 'Pro' })).success).toBe(true);
});

test('concurrent changes of two subscriptions give a feature one kind', async () => {
  const { ask } = await openFeatures();
  for (let at = 0; at < 8; at += 1) {
    const both = await Promise.all([
      ask('setfeature', { sub: 'Pro', feature: `f${at}`, value: 'yes' }),
      ask('setfeature', { sub: 'Max', feature: `f${at}`, value: '5' }),
    ]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
  }
});

test('a feature of the user does not count if subscriptions have another kind of it', async () => {
  const { ask, signIn } = await openFeatures();
  await ask('setfeature', { user: 'Anna', feature: 'projects', value: 'yes' });
  await ask('setfeature', { sub: 'Pro', feature: 'projects', value: '5' });
  expect((await signIn()).info.features).toEqual({ projects: 5 });
});

test('concurrent changes of one subscription lose none', async () => {
  const { ask, signIn } = await openFeatures();
  const names = Array.from({ length: 12 }, (_, at) => `f${at}`);
  await Promise.all(
    names.map((feature) => ask('setfeature', { sub: 'Pro', feature, value: 'yes' })),
  );
  expect(Object.keys((await signIn()).info.features ?? {}).sort()).toEqual(names.sort());
});

test('the audit log quotes a value that looks like several parameters', async () => {
  const { ask } = await openFeatures();
  const forged = 'gold user=anna until=32503680000';
  await ask('setfeature', { sub: 'Pro', feature: 'edition', value: forged, words: 'Gold "x"' });
  const { auditlog } = (await ask('fetchauditlog')).body as {
    auditlog: readonly { detail: string }[];
  }; // as its schema
  expect(auditlog.map(({ detail }) => detail)).toContain(
    `sub=Pro feature=edition value="${forged}" words=Gold "x"`,
  );
});

test('a user who was deleted in between has no features', async () => {
  const { service } = await openFeatures();
  expect(await readFeaturesOf(service.database, 'none', begin)).toEqual({});
});
