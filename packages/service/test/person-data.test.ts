// Exporting and erasing the data of one person (docs/helping.md#the-data-of-one-person).
import { expect, test } from 'vitest';
import { openHistory } from './history-parts.ts';
import { hwid } from './support/service-client.ts';
import { dump, rowsWith } from './support/table-dump.ts';

async function open() {
  const opened = await openHistory();
  const { ask, service, send, logIn } = opened;
  await ask('addwebhook', { baseurl: 'https://hook.example/', events: 'login,ban' });
  for (const username of ['anna', 'ben']) {
    const person = await service.addUser({ username });
    await ask('editemail', { user: username, email: `${username}@example.org` });
    await ask('setvar', { user: username, var: 'colour', data: `colour of ${username}` });
    await ask('addchannel', { name: `chat of ${username}`, delay: '0' });
    const { sessionid } = await logIn(person, { computer: `LAPTOP of ${username}` });
    await send({ type: 'log', sessionid, message: `line of ${username}` });
    const channel = `chat of ${username}`;
    await send({ type: 'chatsend', sessionid, channel, message: `message of ${username}` });
  }
  // The webhook cannot be reached, so its events stay.
  await service.deliveriesSettled();
  return opened;
}

test('exportuser returns everything about one person, and nothing about another', async () => {
  const { ask, service } = await open();
  await ask('banuser', { user: 'anna', reason: 'Chargeback', address: '0' });
  const { body } = await ask('exportuser', { user: 'anna' });
  const person = body['person'] as Record<string, readonly unknown[]>; // as its schema says
  expect(person).toMatchObject({
    account: [{ username: 'anna', lastIp: '127.0.0.1', hasEmail: true, twoFactor: false }],
    subscriptions: [{ name: 'Pro' }],
    computers: [{ hwid, name: 'LAPTOP of anna' }],
    addresses: [{ address: '127.0.0.1' }],
    sessions: [{ hwid }],
    history: [{ operation: 'login', outcome: 'ok', computer: 'LAPTOP of anna' }],
    variables: [{ name: 'colour', value: 'colour of anna' }],
    logs: [{ message: 'line of anna' }],
    messages: [{ message: 'message of anna' }],
    bans: [{ reason: 'Chargeback', bannedBy: '' }],
    blacklist: [{ kind: 'hwid', data: hwid }],
  });
  // The events are the sign-in and the ban.
  expect(person['events']).toHaveLength(2);
  expect(JSON.stringify(person)).not.toMatch(/ben|argon2/);
  expect((await ask('exportuser', { user: 'nobody' })).message).toBe('User not found!');
  const audit = await service.database.selectFrom('auditLogs').select(['type', 'detail']).execute();
  expect(audit).toContainEqual({ type: 'exportuser', detail: 'user=anna' });
});

test('eraseuser leaves no trace of the person outside the audit log', async () => {
  const { ask, service } = await open();
  const before = await dump(service.database);
  const { body } = await ask('eraseuser', { user: 'anna' });
  expect(body['erased']).toEqual({ history: 1, logs: 1, messages: 1, events: 1, orders: 0 });
  const after = await dump(service.database);
  const traces = rowsWith(after, 'anna').filter((row) => !/^(auditLogs|channels) /.test(row));
  expect(traces).toEqual([]);
  expect(rowsWith(after, 'ben')).toEqual(
    rowsWith(before, 'ben').filter((row) => !row.startsWith('statistics ')),
  );
  expect((await ask('eraseuser', { user: 'anna' })).message).toBe('User not found!');
  const audit = await service.database.selectFrom('auditLogs').select(['type', 'detail']).execute();
  expect(audit).toContainEqual({ type: 'eraseuser', detail: 'user=****' });
});

test.each(['exportuser', 'eraseuser'])('%s needs the scope all', async (type) => {
  const { ask, addKey, service } = await openHistory();
  await service.addUser({ username: 'anna' });
  for (const scope of ['sell', 'support', 'read', 'release'] as const) {
    const answer = await ask(type, { user: 'anna', sellerkey: await addKey(scope) });
    expect(answer.body).toMatchObject({ success: false, reason: 'scope' });
  }
});
