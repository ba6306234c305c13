// Cached statistics: separate for each kind and for each application.
import { expect, onTestFinished, test } from 'vitest';
import { readStatistic } from '../src/database/statistics-cache.ts';
import { addOtherApplication } from './support/another-application.ts';
import { startTestService } from './support/service.ts';

test('caches and renews each kind of statistic of each application separately', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const { database: db } = service;
  const application = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const { id } = await addOtherApplication(service, { id: 'another' });
  const made: string[] = [];
  const read = (kind: string, seconds: number, now: number, of = application) =>
    readStatistic(
      { db, reader: db, application: of, now },
      {
        kind,
        seconds,
        compute(_db, applicationId, at) {
          made.push(`${applicationId === id ? 'other ' : ''}${kind} ${at}`);
          return Promise.resolve(`${applicationId} ${kind} ${at}`);
        },
      },
    );
  const own = (kind: string, at: number) => `${application.id} ${kind} ${at}`;
  expect(await read('users', 60, 1000)).toBe(own('users', 1000));
  expect(await read('online', 600, 1001)).toBe(own('online', 1001));
  expect(await read('users', 60, 1001, { ...application, id })).toBe(`${id} users 1001`);
  expect(await read('users', 60, 1059)).toBe(own('users', 1000));
  expect(await read('users', 60, 1060)).toBe(own('users', 1060));
  expect(await read('online', 600, 1061)).toBe(own('online', 1001));
  expect(await read('users', 60, 1060, { ...application, id })).toBe(`${id} users 1001`);
  expect(made).toEqual(['users 1000', 'online 1001', 'other users 1001', 'users 1060']);
});
