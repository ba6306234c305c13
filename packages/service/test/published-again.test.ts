// `publishrelease` of a release that is published already: changes nothing, and says what is stored.
import { expect, test } from 'vitest';
import { manifestOf, openReleases, stable } from './releases-parts.ts';

const named = ['--channel', 'stable', '--platform', 'linux-x64', '--sequence', '1'];

async function open() {
  const opened = await openReleases();
  const release = await opened.made(1);
  const auditOf = async () =>
    (
      await opened.service.database
        .selectFrom('auditLogs')
        .select('detail')
        .where('type', '=', 'publishrelease')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).detail;
  return { ...opened, release, manifest: manifestOf(release).sha256, auditOf };
}

test('a push says which percentage is stored', async () => {
  const { push, release, auditOf, ask, manifest, clock } = await open();
  expect((await push(release, '--rollout', '10')).stdout).toContain(
    'Published on stable for linux-x64: 1.1, sequence 1, to 10 % of the accounts',
  );
  expect(await auditOf()).toBe(`manifest=${manifest} sequence=1 rollout=10 required=0`);
  clock.ms += 1000;
  const again = await push(release, '--rollout', '50');
  expect(again).toMatchObject({ exitCode: 0 });
  expect(again.stdout).toContain(
    'Nothing changed: sequence 1 (1.1) is already published on stable for linux-x64, to 10 % of the accounts',
  );
  expect(again.stdout).toContain('"latchkey release rollout" changes the percentage.');
  expect(await auditOf()).toBe(`manifest=${manifest} sequence=1 rollout=10 required=0 unchanged`);
  expect(
    (await ask('publishrelease', { manifest, rollout: '50', required: '1' })).body,
  ).toMatchObject({
    sequence: 1,
    rollout: 10,
    required: false,
    state: 'published',
    unchanged: true,
  });
});

test('a repeated push with another feature says which one is stored', async () => {
  const { push, release, auditOf, latchkey, service, ask, manifest, clock } = await open();
  await push(release);
  clock.ms += 1000;
  const again = await push(release, '--feature', 'beta');
  expect(again.stdout).toContain('already published on stable for linux-x64\n');
  expect(await auditOf()).toBe(`manifest=${manifest} sequence=1 rollout=100 required=0 unchanged`);
  await latchkey(['rollout', '100', ...named, '--feature', 'beta']);
  clock.ms += 1000;
  const gated = await push(release);
  expect(gated.stdout).toContain('linux-x64, for the feature beta');
  expect(await auditOf()).toContain('rollout=100 required=0 feature=beta unchanged');
  const both = await latchkey(['rollout', '100', ...named, '--feature', 'x', '--no-feature']);
  expect(both).toMatchObject({ exitCode: 2 });
  expect((await ask('fetchreleases')).body['releases']).toMatchObject([{ feature: 'beta' }]);
  await latchkey(['rollout', '100', ...named, '--no-feature']);
  const rollouts = await service.database
    .selectFrom('auditLogs')
    .select('detail')
    .where('type', '=', 'rolloutrelease')
    .execute();
  expect(rollouts.map(({ detail }) => detail.split('rollout=')[1]).toSorted()).toEqual([
    '0 feature=beta',
    '100 feature=beta',
    '100 nofeature=1',
  ]);
});

test('push and list say which other platform a release covers', async () => {
  const { push, made, latchkey } = await open();
  const windows = { platform: 'win32-x64', entry: 'run.exe' };
  const files = { 'run.exe': 'program' };
  const covering = await push(await made(1, files, windows));
  expect(covering.stdout).toContain(
    'Also offered on win32-arm64, until a release for that platform is offered there.',
  );
  const own = await push(await made(1, files, { ...windows, platform: 'win32-arm64' }));
  expect(own.stdout).not.toContain('Also offered');
  const { stdout } = await latchkey(['list']);
  expect(stdout).toMatch(/ win32-x64 \(or arm64\) /);
  expect(stdout).toMatch(/ win32-arm64 /);
});

test('a push of a retracted release says that it stays retracted', async () => {
  const { push, release, latchkey, ask } = await open();
  await push(release);
  await latchkey(['retract', ...named]);
  const again = await push(release, '--rollout', '50');
  expect(again.stdout).toContain('is retracted and is offered to nobody');
  expect(again.stdout).toContain('"latchkey release retract --undo" offers it again.');
  expect(again.stdout).not.toContain('Published');
  expect((await ask('fetchreleases')).body['releases']).toMatchObject([
    {
      channel: stable.channel,
      state: 'retracted',
      rollout: 100,
    },
  ]);
});
