// Global and user variables in the seller API.
import { expect, test } from 'vitest';
import type { SellerCall } from '../src/api/seller-call.ts';
import { PageCursors } from '../src/api/seller-page.ts';
import { userVariables } from '../src/features/variables/seller-user-variables.ts';
import { sellerOf, sellerText } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

async function open() {
  const wire = await openWire();
  return { ...wire, ask: sellerOf(wire.service) };
}

const failed = (message: string) => ({ status: 400, success: false, message });
const worked = (message: string) => ({ status: 200, success: true, message });

test('adds, changes and removes a global variable that programs can read', async () => {
  const { ask, send, init } = await open();
  const sessionid = await init();
  const read = async () => (await send({ type: 'var', varid: 'motd', sessionid })).body;
  expect(await ask('addvar', { name: 'motd', data: 'Hello', authed: '0' })).toMatchObject(
    worked('Successfully created variable!'),
  );
  expect(await read()).toMatchObject({ success: true, message: 'Hello' });
  expect(await ask('editvar', { varid: 'motd', data: 'Bye' })).toMatchObject(
    worked('Variable Edit Successful'),
  );
  expect(await read()).toMatchObject({ success: true, message: 'Bye' });
  expect(await ask('editvar', { varid: 'motd', authed: '1' })).toMatchObject(
    worked('Variable Edit Successful'),
  );
  expect(await read()).toMatchObject({ success: false, reason: 'not-signed-in' });
  expect(await ask('retrvvar', { name: 'motd' })).toMatchObject(worked('Bye'));
  expect(await ask('delvar', { name: 'motd' })).toMatchObject(
    worked('Successfully deleted variable!'),
  );
  expect(await read()).toMatchObject({ success: false, reason: 'variable-unknown' });
});

test('reads each variable by its own name', async () => {
  const { ask } = await open();
  for (const name of ['b', 'a', 'c']) await ask('addvar', { name, data: `of ${name}` });
  for (const name of ['a', 'b', 'c'])
    expect((await ask('retrvvar', { name })).message).toBe(`of ${name}`);
});

test('a variable requires a signed-in session by default', async () => {
  const { ask } = await open();
  await ask('addvar', { name: 'b', data: '' });
  await ask('addvar', { name: 'a', data: 'x', authed: '0' });
  expect((await ask('fetchallvars')).body['vars']).toEqual([
    { varid: 'a', msg: 'x', authed: '0' },
    { varid: 'b', msg: '', authed: '1' },
  ]);
});

test('rejects a name that is taken, and keeps its value', async () => {
  const { ask } = await open();
  await ask('addvar', { name: 'a', data: 'first' });
  expect(await ask('addvar', { name: 'a', data: 'second' })).toMatchObject(
    failed('Variable name already exists!'),
  );
  expect(await ask('retrvvar', { name: 'a' })).toMatchObject(worked('first'));
});

test('values have at most 1000 characters', async () => {
  const { ask } = await open();
  const notValid = failed('The parameter "data" is not valid.');
  expect(await ask('addvar', { name: 'a', data: 'x'.repeat(1000) })).toMatchObject({ status: 200 });
  expect(await ask('addvar', { name: 'b', data: 'x'.repeat(1001) })).toMatchObject(notValid);
  expect(await ask('editvar', { varid: 'a', data: 'x'.repeat(1001) })).toMatchObject(notValid);
  expect(await ask('editvar', { varid: 'a', authed: '2' })).toMatchObject(
    failed('The parameter "authed" is not valid.'),
  );
});

test('rejects reads and changes of missing variables', async () => {
  const { ask } = await open();
  expect(await ask('editvar', { varid: 'a', data: 'x' })).toMatchObject(
    failed('Variable not found'),
  );
  expect(await ask('editvar', { varid: 'a' })).toMatchObject(
    failed('Variable data or authed must be set'),
  );
  expect(await ask('retrvvar', { name: 'a' })).toMatchObject(failed('Variable not found'));
  expect(await ask('delvar', { name: 'a' })).toMatchObject(failed('Failed to delete variable!'));
  expect(await ask('delallvars')).toMatchObject(failed('Failed to delete all variables!'));
});

test('removes all global variables', async () => {
  const { ask } = await open();
  for (const name of ['a', 'b']) await ask('addvar', { name, data: name });
  expect(await ask('delallvars')).toMatchObject(worked('Successfully deleted all variables!'));
  expect((await ask('fetchallvars')).body['vars']).toEqual([]);
});

test('a value never reaches the audit log', async () => {
  const { ask, service } = await open();
  const user = await service.addUser();
  await ask('addvar', { name: 'a', data: 'sensitive-1' });
  await ask('editvar', { varid: 'a', data: 'sensitive-2' });
  await ask('setvar', { user: user.username, var: 'a', data: 'sensitive-3' });
  const rows = await service.database.selectFrom('auditLogs').selectAll().execute();
  expect(rows.map(({ type }) => type).sort()).toEqual(['addvar', 'editvar', 'setvar']);
  expect(JSON.stringify(rows)).not.toContain('sensitive');
});

test('sets, reads and removes a variable of one user', async () => {
  const { ask, service } = await open();
  const { username } = await service.addUser();
  const other = await service.addUser();
  const parameters = { user: username, var: 'rank' };
  expect(await ask('setvar', { ...parameters, data: 'gold' })).toMatchObject(
    worked('Successfully set variable!'),
  );
  expect(await ask('getvar', parameters)).toMatchObject({
    ...worked('Successfully retrieved variable'),
    body: { response: 'gold' },
  });
  expect(await sellerText(service, { type: 'getvar', ...parameters })).toBe('gold');
  await ask('setvar', { ...parameters, data: 'silver' });
  expect((await ask('getvar', parameters)).body['response']).toBe('silver');
  const unknown = failed('Variable not found for user');
  expect(await ask('getvar', { ...parameters, user: other.username })).toMatchObject(unknown);
  expect(await ask('deluservar', { ...parameters, user: other.username })).toMatchObject(
    failed('Failed to delete variable!'),
  );
  expect(await ask('deluservar', parameters)).toMatchObject(
    worked('Successfully deleted variable!'),
  );
  expect(await ask('getvar', parameters)).toMatchObject(unknown);
});

test('user variables have at most 500 characters and require an existing user', async () => {
  const { ask, service } = await open();
  const { username } = await service.addUser();
  expect(await ask('setvar', { user: username, var: 'a', data: 'x'.repeat(501) })).toMatchObject(
    failed('The parameter "data" is not valid.'),
  );
  expect(await ask('setvar', { user: 'nobody', var: 'a', data: 'x' })).toMatchObject(
    failed('No users found!'),
  );
});

test('sets and removes a variable of all users', async () => {
  const { ask, service } = await open();
  await service.removeNeighbour();
  expect(await ask('setvar', { user: 'all', var: 'a', data: 'x' })).toMatchObject(
    failed('No users found!'),
  );
  for (const username of ['u1', 'u2', 'u3']) await service.addUser({ username });
  await ask('setvar', { user: 'u2', var: 'a', data: 'own' });
  expect(await ask('setvar', { user: 'all', var: 'a', data: 'x', readOnly: '1' })).toMatchObject(
    worked('Successfully set variable!'),
  );
  expect((await ask('fetchalluservars')).body['vars']).toEqual(
    ['u1', 'u2', 'u3'].map((user) => ({ name: 'a', data: 'x', user, readOnly: 1 })),
  );
  await ask('setvar', { user: 'u1', var: 'b', data: 'kept' });
  expect(await ask('massUserVarDelete', { name: 'a' })).toMatchObject(
    worked('Successfully deleted user variables with that name!'),
  );
  expect(await ask('massUserVarDelete', { name: 'a' })).toMatchObject(
    failed('Failed to delete user variables with that name!'),
  );
  expect((await ask('fetchalluservars')).body['vars']).toEqual([
    { name: 'b', data: 'kept', user: 'u1', readOnly: 0 },
  ]);
});

test('lists the variables of one user, page by page', async () => {
  const { ask, service } = await open();
  await service.removeNeighbour();
  for (const user of ['u1', 'u2', 'u3']) {
    await service.addUser({ username: user });
    for (const name of ['b', 'a'])
      await ask('setvar', { user, var: name, data: `${name} of ${user}` });
  }
  const page = async (more: Readonly<Record<string, string>> = {}) => {
    const { body } = await ask('fetchalluservars', { user: 'U2', ...more });
    const vars = body['vars'] as readonly { data: string }[]; // as its schema says
    return [...vars.map(({ data }) => data), body['more']];
  };
  expect(await page()).toEqual(['a of u2', 'b of u2', undefined]);
  expect(await page({ limit: '1' })).toEqual(['a of u2', true]);
  expect(await page({ offset: '1', limit: '1' })).toEqual(['b of u2', undefined]);
  expect(await ask('fetchalluservars', { user: 'nobody' })).toMatchObject(
    failed('User not found!'),
  );
});

test('the stored position of a page of all users is not that of one user', async () => {
  const { ask, service } = await open();
  await service.removeNeighbour();
  for (const user of ['u1', 'u2']) {
    await service.addUser({ username: user });
    for (const name of ['a', 'b'])
      await ask('setvar', { user, var: name, data: `${name} of ${user}` });
  }
  const { database: db } = service;
  const application = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  // The service stores positions from row 10 000 on.
  const pages = new PageCursors(1);
  const call = { db, reader: db, application, pages, key: { scope: 'all' } };
  const read = async (user: string | undefined, offset: number) => {
    const { fetchalluservars } = userVariables;
    if (typeof fetchalluservars !== 'function') throw new Error('not a list');
    const answer = await fetchalluservars(
      call as unknown as SellerCall, // the parts that lists use
      { user, offset, limit: 1 },
    );
    return answer.ok ? answer.fields.vars.map(({ data }) => data) : [];
  };
  expect(await read(undefined, 0)).toEqual(['a of u1']);
  expect(await read('u2', 1)).toEqual(['b of u2']);
});

test('cannot reach users and variables of another application', async () => {
  const { ask, service } = await open();
  await service.removeNeighbour();
  const { username } = await service.addUser();
  await ask('setvar', { user: username, var: 'a', data: 'mine' });
  await ask('addvar', { name: 'a', data: 'mine' });
  const row = await service.database
    .selectFrom('applications')
    .selectAll()
    .executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await service.database.insertInto('applications').values(other).execute();
  for (const table of ['users', 'variables'] as const)
    await service.database.updateTable(table).set({ applicationId: 'other' }).execute();
  expect((await ask('fetchalluservars')).body['vars']).toEqual([]);
  expect((await ask('fetchallvars')).body['vars']).toEqual([]);
  for (const user of [username, 'all'])
    expect(await ask('setvar', { user, var: 'a', data: 'x' })).toMatchObject({ success: false });
  expect(await ask('massUserVarDelete', { name: 'a' })).toMatchObject({ success: false });
  expect(await ask('delallvars')).toMatchObject({ success: false });
  expect(await service.database.selectFrom('userVariables').select('value').execute()).toEqual([
    { value: 'mine' },
  ]);
});
