// Contents without a reference are deleted at the start and every hour; contents in use never are.
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFileSweep } from '../src/features/files/file-sweep.ts';
import { createStoredFiles } from '../src/storage/stored-files.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { startTestService } from './support/service.ts';

const hour = 3_600_000;

test('deletes unreferenced contents at the start and every hour, and keeps referenced ones', async () => {
  const service = await startTestService({ after: () => () => {} });
  onTestFinished(() => service.close());
  const { database: db, dataFolder } = service;
  const { id } = await db.selectFrom('applications').select('id').executeTakeFirstOrThrow();
  const folder = join(dataFolder, 'files', id);
  mkdirSync(folder, { recursive: true });
  const put = (name: string) => {
    writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, name), 1, 1);
  };
  const [kept, lost, later] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [
    string,
    string,
    string,
  ]; // three letters
  const row = {
    applicationId: id,
    name: 'x',
    url: null,
    size: 1,
    authed: 0,
    uploadedAt: 1,
  } as const;
  await db
    .insertInto('files')
    .values({ ...row, id: '123456', sha256: kept })
    .execute();
  put(kept);
  put(lost);
  const clock = createFakeClock(Date.now() + 2 * hour);
  const sweeps: string[][] = [];
  const stored = createStoredFiles(dataFolder);
  let swept = () => {};
  const next = () => new Promise<void>((resolve) => void (swept = resolve));
  const first = next();
  const end = startFileSweep({
    db,
    storedFiles: {
      async sweep(isReferred, nowMs) {
        await stored.sweep(isReferred, nowMs);
        sweeps.push([kept, lost, later].filter((name) => existsSync(join(folder, name))));
        swept();
      },
    },
    nowMs: () => unixMs(clock.now()),
    after: clock.after,
    log: { error: () => undefined },
  });
  await first;
  put(later);
  const second = next();
  await clock.advance(hour);
  await second;
  await end();
  await clock.advance(3 * hour);
  expect(sweeps).toEqual([[kept], [kept]]);
  expect(clock.pending()).toBe(0);
});
