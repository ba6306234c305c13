// The commands for files, releases and single settings, checked by their effect on the service.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBench } from './support/cli.ts';
import { ownApplicationId } from '../../service/test/support/own-application.ts';
import { createTestPublisher } from './support/publish-release.ts';

const platform = `${process.platform}-${process.arch}`;

async function openWithFiles() {
  const bench = await openBench();
  const upload = join(bench.service.dataFolder, 'upload', ownApplicationId);
  mkdirSync(upload, { recursive: true });
  for (const [name, content] of [
    ['tool.bin', 'tool'],
    ['beside.bin', 'beside it'],
  ] as const)
    writeFileSync(join(upload, name), content);
  const listed = async () =>
    (await bench.run('files list --json')).json()['files'] as Record<string, unknown>[]; // as its schema says
  return { ...bench, listed };
}

test('files are added from the upload folder, listed and deleted', async () => {
  const { run, listed } = await openWithFiles();
  expect(await run('files add --name tool.bin')).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await run('files add --name beside.bin --for-all')).exitCode).toBe(0);
  const shown = (await run('files list')).stdout;
  expect(shown).toMatch(/tool\.bin +4 +signed-in/);
  expect(shown).toMatch(/beside\.bin +9 +all/);
  const tool = (await listed()).find(({ name }) => name === 'tool.bin');
  expect((await run(`files delete ${String(tool?.['id'])}`)).exitCode).toBe(0);
  expect((await listed()).map(({ name }) => name)).toEqual(['beside.bin']);
});

test('files add refuses two sources, no source and a missing file', async () => {
  const { run, listed } = await openWithFiles();
  for (const words of ['files add', 'files add https://a.example/x --name tool.bin'])
    expect(await run(words)).toMatchObject({ exitCode: 2, stdout: '' });
  expect((await run('files add --name gone.bin')).exitCode).toBe(1);
  expect((await run('files add -', { stdin: '' })).exitCode).toBe(2);
  expect(await listed()).toEqual([]);
});

async function openWithReleases() {
  const bench = await openBench();
  const publisher = await createTestPublisher(bench.service);
  onTestFinished(() => publisher.close());
  for (const content of ['one', 'two', 'three'])
    await publisher.publish({ 'run.sh': content }, `notes of ${content}`);
  const named = (sequence: number) =>
    `--channel stable --platform ${platform} --sequence ${String(sequence)}`;
  /** Sequence, state and rollout of each release, newest first. */
  const releases = async () => {
    const { releases } = (await bench.run('release list --json')).json();
    return (releases as Record<string, unknown>[]).map((one) => [
      one['sequence'],
      one['state'],
      one['rollout'],
    ]); // as its schema says
  };
  return { ...bench, named, releases };
}

test(
  'rollout and retract change one release and leave the others',
  { tags: 'shebangs' },
  async () => {
    const { run, named, releases } = await openWithReleases();
    const before = await releases();
    const as = (state: unknown, rollout: unknown) =>
      before.map(([sequence, ...rest]) =>
        sequence === 3 ? [3, state, rollout] : [sequence, ...rest],
      );
    expect((await run('release list')).stdout).toContain('3 releases\n');
    expect((await run(`release rollout 10 ${named(3)}`)).exitCode).toBe(0);
    expect(await releases()).toEqual(as('published', 10));
    expect((await run(`release retract ${named(3)}`)).exitCode).toBe(0);
    expect(await releases()).toEqual(as('retracted', 10));
    const again = await run(`release retract ${named(3)} --undo`);
    expect(again).toMatchObject({ exitCode: 0, stdout: 'Offered again.\n' });
    expect(await releases()).toEqual(as('published', 10));
    expect((await run(`release rollout 101 ${named(3)}`)).exitCode).toBe(1);
    expect((await run(`release retract ${named(9)}`)).exitCode).toBe(1);
    expect(await releases()).toEqual(as('published', 10));
  },
);

test(
  'prune asks for confirmation, then deletes old releases and keeps the newest',
  { tags: 'shebangs' },
  async () => {
    const { run, releases, service } = await openWithReleases();
    const before = await releases();
    expect((await run('release prune --keep 2')).exitCode).toBe(1);
    expect(await releases()).toEqual(before);
    const pruned = await run('release prune --keep 2 --yes');
    expect(pruned).toMatchObject({ exitCode: 0, stdout: 'Deleted: 1\n' });
    expect(await releases()).toEqual(before.filter(([sequence]) => sequence !== 1));
    await service.database
      .updateTable('releases')
      .set({ publishedAt: null })
      .where('sequence', '=', 3)
      .execute();
    expect((await run('release prune --keep 2 --yes')).stdout).toBe('Deleted: 0\n');
    expect((await run('release prune --keep 2 --unfinished --yes')).stdout).toBe('Deleted: 1\n');
    expect((await releases()).map(([sequence]) => sequence)).toEqual([2]);
  },
);

test('settings get shows one setting, or all', async () => {
  const { run } = await openBench();
  expect((await run('settings set version=2.1')).exitCode).toBe(0);
  expect((await run('settings get version')).stdout).toBe('2.1\n');
  expect((await run('settings get')).stdout).toMatch(/^version +2\.1$/m);
  expect(await run('settings get nonsense')).toMatchObject({
    exitCode: 1,
    stderr: 'There is no such setting. "latchkey settings get" shows all.\n',
  });
});
