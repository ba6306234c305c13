// Features of subscriptions and users: set by the seller, merged, and signed for programs.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFeatureOn } from '@latchkey/protocol/features.ts';
import { mergeFeatures, type FeatureSource } from '../src/features/subscriptions/features.ts';
import { begin, day, openFeatures } from './features-parts.ts';
import { openPair } from './support/pair.ts';

test('without features, answers have no field about them', async () => {
  const { signIn, check, ask } = await openFeatures();
  const { info, sessionid } = await signIn();
  expect(info).not.toHaveProperty('features');
  expect(info).not.toHaveProperty('extras');
  expect(await check(sessionid)).toEqual(expect.not.objectContaining({ features: {} }));
  expect(info.subscriptions[0]).not.toHaveProperty('included');
  expect((await ask('fetchallsubs')).body['subs']).toMatchObject([{ name: 'Pro' }, {}]);
});

test('sign-in and check have the features of a subscription, and the words of those that are on', async () => {
  const { ask, signIn, check } = await openFeatures();
  await ask('setfeature', { sub: 'Pro', feature: 'export', value: 'yes', words: 'PDF export' });
  await ask('setfeature', { sub: 'Pro', feature: 'projects', value: '5', words: '5 projects' });
  await ask('setfeature', { sub: 'Pro', feature: 'edition', value: '2024', kind: 'text' });
  await ask('setfeature', { sub: 'Pro', feature: 'cloud', value: 'no', words: 'Cloud' });
  const features = { cloud: false, edition: '2024', export: true, projects: 5 };
  const { info, sessionid } = await signIn();
  expect(info.features).toEqual(features);
  expect(info.subscriptions[0]?.included).toEqual(['PDF export', '5 projects']);
  expect((await check(sessionid)).features).toEqual(features);
  await ask('setfeature', { sub: 'Pro', feature: 'projects', value: '7' });
  await ask('delfeature', { sub: 'Pro', feature: 'cloud' });
  expect((await check(sessionid)).features).toEqual({ edition: '2024', export: true, projects: 7 });
});

test('the most generous value of several running subscriptions counts', async () => {
  const { ask, signIn, clock } = await openFeatures();
  const set = (sub: string, feature: string, value: string) =>
    ask('setfeature', { sub, feature, value });
  await set('Pro', 'export', 'yes');
  await set('Max', 'export', 'no');
  await set('Pro', 'projects', '100');
  await set('Max', 'projects', '20');
  await set('Pro', 'tier', 'silver');
  await set('Max', 'tier', 'gold');
  await ask('extend', { user: 'Anna', sub: 'Max', expiry: '5' });
  expect((await signIn()).info.features).toEqual({ export: true, projects: 100, tier: 'gold' });
  clock.seconds += 6 * day;
  expect((await signIn()).info.features).toEqual({ export: true, projects: 100, tier: 'silver' });
});

test('a user has a feature until its end', async () => {
  const { ask, signIn, check, clock } = await openFeatures();
  const friday = String(begin + 2 * 3600);
  const beta = { user: 'Anna', feature: 'beta', value: 'yes', words: 'Beta versions' };
  await ask('setfeature', { ...beta, until: friday });
  await ask('setfeature', { user: 'anna', feature: 'seats', value: '3' });
  const { sessionid, info } = await signIn();
  expect(info.features).toEqual({ beta: true, seats: 3 });
  expect(info.extras).toEqual([{ words: 'Beta versions', until: friday }]);
  expect((await ask('userdata', { user: 'Anna' })).body['features']).toEqual([
    { feature: 'beta', kind: 'yesno', value: 'yes', words: 'Beta versions', until: friday },
    { feature: 'seats', kind: 'number', value: '3', words: '', until: '' },
  ]);
  clock.seconds += 2 * 3600;
  const later = await check(sessionid);
  expect(later.features).toEqual({ seats: 3 });
  expect(later).not.toHaveProperty('extras');
});

test('refuses invalid features by code, and changes nothing', async () => {
  const { ask, codeOf } = await openFeatures();
  const export_ = { feature: 'export', value: 'yes' };
  expect(await codeOf('setfeature', export_)).toBe('user-or-subscription');
  expect(await codeOf('setfeature', { ...export_, sub: 'Pro', user: 'Anna' })).toBe(
    'user-or-subscription',
  );
  expect(await codeOf('setfeature', { ...export_, sub: 'None' })).toBe('subscription-unknown');
  expect(await codeOf('setfeature', { ...export_, user: 'None' })).toBe('user-unknown');
  expect(await codeOf('delfeature', { feature: 'export', sub: 'Pro' })).toBe('feature-unknown');
  const pro = { sub: 'Pro', feature: 'n' };
  expect(await codeOf('setfeature', { ...pro, value: 'x', kind: 'number' })).toBe(
    'feature-value-invalid',
  );
  expect(await codeOf('setfeature', { ...pro, value: '1', kind: 'yesno' })).toBe(
    'feature-value-invalid',
  );
  expect(await codeOf('setfeature', { ...pro, value: '1', until: String(begin + 9) })).toBe(
    'feature-end-of-user',
  );
  expect(await codeOf('setfeature', { ...export_, user: 'Anna', until: String(begin) })).toBe(
    'feature-end-past',
  );
  for (const feature of ['', 'Export', '1st', '__proto__', 'constructor', 'a b', 'x'.repeat(33)])
    expect(await codeOf('setfeature', { sub: 'Pro', feature, value: 'yes' })).toMatch(
      /^parameter-/,
    );
  expect((await ask('fetchallsubs')).body['subs']).toEqual([
    expect.not.objectContaining({ features: expect.anything() as unknown }),
    expect.not.objectContaining({ features: expect.anything() as unknown }),
  ]);
});

test('a subscription has at most 64 features', async () => {
  const { ask, codeOf } = await openFeatures();
  for (let at = 0; at < 64; at += 1)
    await ask('setfeature', { sub: 'Pro', feature: `f${at}`, value: 'yes' });
  expect(await codeOf('setfeature', { sub: 'Pro', feature: 'more', value: 'yes' })).toBe(
    'too-many-features',
  );
  expect((await ask('setfeature', { sub: 'Pro', feature: 'f0', value: 'no' })).success).toBe(true);
});

test('a feature of one subscription or user changes no other', async () => {
  const { ask, changed, removeNeighbour } = await openPair();
  await removeNeighbour();
  const feature = 'export';
  const steps = [
    ['setfeature', { sub: 'Max', feature, value: 'yes' }, 'plans Max'],
    ['setfeature', { user: 'Anna', feature, value: 'yes' }, 'users Anna'],
    ['delfeature', { sub: 'Max', feature }, 'plans Max'],
    ['delfeature', { user: 'Anna', feature }, 'users Anna'],
  ] as const;
  for (const [type, parameters, row] of steps) {
    expect((await ask(type, parameters)).success).toBe(true);
    expect(await changed()).toEqual([row]);
  }
});

const kinds = { flag: fc.boolean(), count: fc.nat(), tier: fc.constantFrom('a', 'b', 'c') };
const source: fc.Arbitrary<FeatureSource> = fc.record({
  name: fc.string({ maxLength: 3 }),
  level: fc.nat({ max: 3 }),
  features: fc
    .record(kinds, { requiredKeys: [] })
    .map((values) => Object.entries(values).map(([name, value]) => ({ name, value }))),
});

test('merged features: yes wins, the higher number, and the text of the higher level, in any order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(source, { selector: ({ name }) => name }), fc.gen(), (all, gen) => {
      const merged = mergeFeatures(all);
      const valuesOf = (name: string) =>
        all.flatMap(({ features, level }) =>
          features.filter((one) => one.name === name).map(({ value }) => ({ value, level })),
        );
      for (const name of ['flag', 'count', 'tier']) {
        const values = valuesOf(name);
        expect(name in merged).toBe(values.length > 0);
        const highest = Math.max(...values.map(({ level }) => level));
        const ofHighest = values.filter(({ level }) => level === highest);
        if (values.length === 0) continue;
        if (name === 'flag') expect(merged[name]).toBe(values.some(({ value }) => value === true));
        if (name === 'count')
          expect(merged[name]).toBe(Math.max(...values.map(({ value }) => Number(value))));
        if (name === 'tier') expect(ofHighest.map(({ value }) => value)).toContain(merged[name]);
      }
      const shuffled = gen(fc.shuffledSubarray, all, { minLength: all.length });
      expect(mergeFeatures(shuffled)).toEqual(merged);
      // A further subscription never takes a feature away.
      const fewer = mergeFeatures(all.slice(1));
      for (const [name, value] of Object.entries(fewer))
        expect(isFeatureOn(value) && !isFeatureOn(merged[name])).toBe(false);
    }),
  );
});
