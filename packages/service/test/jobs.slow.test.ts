// Bulk changes run in parts: each row changes once, and a repeated request meanwhile adds nothing.
import { expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import {
  addManyLicenses,
  addManyLines,
  addManySessions,
  addManyUsers,
  days,
  nameOf,
} from './jobs-parts.ts';
import {
  many,
  seconds,
  open,
  countOf,
  ends,
  audited,
  begun,
  extension,
  asked,
} from './jobs-opened.ts';

test('extends more users than fit into one part, each of them once', async () => {
  const { db, ask } = await open();
  await addManyUsers(db, many, seconds);
  const parameters = { user: 'all', sub: 'Pro', expiry: '3' };
  expect(await ask('extend', parameters)).toMatchObject({ success: true });
  expect(await ends(db)).toEqual([
    [days(3), null, many / 10],
    [days(13), null, many - many / 10],
  ]);
  const grants = await db.selectFrom('grants').select(['given', 'position']).execute();
  expect(grants).toHaveLength(many);
  expect(new Set(grants.map(({ given }) => given))).toEqual(new Set([days(3)]));
  expect(await audited(db)).toEqual(['extend']);
  expect(await ask('extend', { ...parameters, activeOnly: '1' })).toMatchObject({ success: true });
  expect(await ends(db)).toEqual([
    [days(6), null, many / 10],
    [days(16), null, many - many / 10],
  ]);
});

test('pauses and resumes an application in parts, without losing a second', async () => {
  const { db, ask } = await open();
  await addManyUsers(db, many, seconds);
  expect(await ask('pauseapp')).toMatchObject({ success: true });
  expect(await ends(db)).toEqual([
    [-1, null, many / 10],
    ['paused', days(10), many - many / 10],
  ]);
  expect(await ask('unpauseapp')).toMatchObject({ success: true });
  expect(await ends(db)).toEqual([
    [-1, null, many / 10],
    [days(10), null, many - many / 10],
  ]);
  expect((await audited(db)).toSorted()).toEqual(['pauseapp', 'unpauseapp']);
});

test('changes devices, variables and users in parts', async () => {
  const { db, ask } = await open();
  await addManyUsers(db, many, seconds);
  expect(await ask('resetalluser')).toMatchObject({ success: true });
  expect(await countOf(db, 'devices')).toBe(0);
  expect(await ask('setvar', { user: 'all', var: 'one', data: 'x' })).toMatchObject({
    success: true,
  });
  expect(await ask('setvar', { user: 'all', var: 'ONE', data: 'y' })).toMatchObject({
    success: true,
  });
  const values = await db.selectFrom('userVariables').select(['name', 'value']).execute();
  expect(values).toHaveLength(many);
  expect(new Set(values.map(({ name, value }) => `${name}=${value}`))).toEqual(new Set(['one=y']));
  expect(await ask('massUserVarDelete', { name: 'one' })).toMatchObject({ success: true });
  expect(await ask('massUserVarDelete', { name: 'one' })).toMatchObject({ success: false });
  expect(await ask('delexpusers')).toMatchObject({ success: true });
  expect(await countOf(db, 'users')).toBe(many - many / 10);
  expect(await ask('delexpusers')).toMatchObject({
    success: false,
    message: 'No users are expired!',
  });
  expect((await ask('delappsub', { name: 'Pro' })).body).toMatchObject({
    users: String(many - many / 10),
  });
  expect(await ask('delallusers')).toMatchObject({ success: true });
  expect(await countOf(db, 'users')).toBe(0);
  expect(await ask('delallusers')).toMatchObject({ success: false });
});

test('changes licenses and both logs in parts', async () => {
  const { db, ask } = await open();
  await addManyLicenses(db, many, seconds);
  expect(await ask('addtime', { time: '2' })).toMatchObject({ success: true });
  const lengths = await db.selectFrom('licenses').select('seconds').distinct().execute();
  expect(lengths).toEqual([{ seconds: 60 + days(2) }]);
  expect(await ask('delused')).toMatchObject({ success: false });
  expect(await ask('delunused')).toMatchObject({ success: true });
  expect(await countOf(db, 'licenses')).toBe(0);
  await addManyLines(db, 'logs', many, seconds * 1000);
  expect(await ask('dellogs')).toMatchObject({ success: true });
  expect(await countOf(db, 'logs')).toBe(0);
  await addManyLines(db, 'auditLogs', many, seconds * 1000);
  expect(await ask('delauditlog')).toMatchObject({ success: true });
  expect(await audited(db)).toEqual(['delauditlog']);
});

test('ends all sessions of the application in parts, but none of another application', async () => {
  const { service, db, ask } = await open();
  const other = await addOtherApplication(service, { id: 'another' });
  await addManySessions(db, many, seconds + 60);
  await addManySessions(db, 2, seconds + 60, other.id);
  const living = () =>
    db.selectFrom('sessions').select('applicationId').where('expiresAt', '>', seconds).execute();
  expect(await ask('killall')).toMatchObject({ success: true });
  expect(await living()).toEqual([{ applicationId: other.id }, { applicationId: other.id }]);
  expect((await ask('fetchallsessions')).body['sessions']).toEqual([]);
  expect(await audited(db)).toEqual(['killall']);
  expect(await ask('killall')).toMatchObject({ success: false });
  // The other sessions stay ended even if the clock is set back.
  const ends = await db.selectFrom('sessions').select('expiresAt').execute();
  expect(ends.filter(({ expiresAt }) => expiresAt > 0)).toHaveLength(2);
});

test('a repeated request during a change reports the progress and has no further effect', async () => {
  const { db, ask } = await open({ after: () => () => {} });
  await addManyUsers(db, 20, seconds);
  await begun(db, 'extend', extension);
  const before = await ends(db);
  const again = await ask('extend', asked);
  expect(again).toMatchObject({
    status: 200,
    message: 'The operation is still running and continues automatically: 500 rows so far',
    body: { underway: { rows: '500', since: String(seconds) } },
  });
  for (const other of [
    () => ask('extend', { ...asked, expiry: '4' }),
    () => ask('delallusers'),
    () => ask('pauseapp'),
  ])
    expect(await other()).toMatchObject({
      status: 429,
      message:
        'Another bulk operation is running. Try again when it is done. It is extend, 500 rows so far.',
      body: { code: 'bulk-running', operation: 'extend', rows: 500, retryAfter: 5 },
    });
  expect(await ends(db)).toEqual(before);
  expect(await audited(db)).toEqual([]);
  expect(await ask('extend', { ...asked, user: nameOf(1) })).toMatchObject({
    message: 'Successfully extended user(s)!',
  });
});

test('a change in another application does not delay a change in this one', async () => {
  const { service, db, ask } = await open({ after: () => () => {} });
  await addManyUsers(db, 20, seconds);
  await begun(db, 'extend', extension);
  const { id } = await addOtherApplication(service, { id: 'another' });
  await db.updateTable('jobs').set({ applicationId: id }).execute();
  const theirs = () => db.selectFrom('jobs').selectAll().where('applicationId', '=', id).execute();
  const before = await theirs();
  expect(before).toHaveLength(1);
  expect(await ask('extend', asked)).toMatchObject({
    status: 200,
    message: 'Successfully extended user(s)!',
  });
  expect(await ask('resetalluser')).toMatchObject({ success: true });
  expect(await theirs()).toEqual(before);
});
