// `--feature` of `latchkey release push` and `rollout` with a service that does not know features: no
// account without the feature is offered the release.
import { expect, test } from 'vitest';
import type { CliCall } from '../src/command.ts';
import { publishRelease, rollOut } from '../src/release/publish.ts';

const key = { kind: 'program', channel: 'stable', platform: 'linux-x64', sequence: '2' };
const made = { manifest: 'a'.repeat(64), required: undefined };

/** A fake service that ignores parameters which it does not know. */
function open(isOld: boolean) {
  const release = { rollout: '', feature: '', isPublished: false };
  const ask = (type: string, fields: Readonly<Record<string, string | undefined>>) => {
    const isUnchanged = type === 'publishrelease' && release.isPublished;
    if (!isUnchanged) {
      release.rollout = fields['rollout'] ?? '100';
      if (!isOld) release.feature = fields['feature'] ?? release.feature;
    }
    release.isPublished = true;
    const { rollout, feature } = release;
    return Promise.resolve({
      ...{ success: true, rollout: Number(rollout) },
      ...(!isOld && { feature }),
      ...(isUnchanged && { unchanged: true }),
    });
  };
  return { release, ask: ask as never as CliCall['ask'] }; // answers the two types that are called
}

test('push with a feature rolls out only what the service knows to require it', async () => {
  const { ask, release } = open(false);
  const given = { rollout: '50', feature: 'beta' };
  expect(await publishRelease(ask, key, { ...given, ...made })).toMatchObject({
    rollout: 50,
    feature: 'beta',
  });
  expect(release).toMatchObject({ rollout: '50', feature: 'beta' });
  expect(await publishRelease(ask, key, { feature: 'other', ...made })).toMatchObject({
    unchanged: true,
  });
  expect(release).toMatchObject({ rollout: '50', feature: 'beta' });
});

test('push with a feature fails with an older service, and offers the release to nobody', async () => {
  const { ask, release } = open(true);
  await expect(publishRelease(ask, key, { feature: 'beta', ...made })).rejects.toThrow(
    'The service is too old for --feature.',
  );
  expect(release.rollout).toBe('0');
});

test('rollout with a feature fails with an older service, and offers the release to nobody', async () => {
  const { ask, release } = open(true);
  await expect(rollOut(ask, key, { rollout: '100', feature: 'beta' })).rejects.toThrow(
    'The service is too old for --feature.',
  );
  expect(release.rollout).toBe('0');
});

test('publishes and rolls out without a feature in one request, also with an older service', async () => {
  const { ask, release } = open(true);
  await publishRelease(ask, key, made);
  expect(release.rollout).toBe('100');
  await rollOut(ask, key, { rollout: '30' });
  expect(release.rollout).toBe('30');
});
