// `latchkey chats` and `latchkey webhooks resend`.
import { expect, test } from 'vitest';
import { unixMs } from '@latchkey/protocol/units.ts';
import { openEventTarget } from '../../service/test/support/event-target.ts';
import { openBench } from './support/cli.ts';

async function openWithRows() {
  const target = await openEventTarget();
  const bench = await openBench({ outbound: { allowPrivateAddresses: [target.host] } });
  const { service, run } = bench;
  const db = service.database;
  await run('call addchannel name=Main delay=5');
  const application = await db.selectFrom('applications').select('id').executeTakeFirstOrThrow();
  const of = { applicationId: application.id };
  for (const message of ['hello', 'rude'])
    await db
      .insertInto('chatMessages')
      .values({
        ...of,
        id: `id-of-${message}`,
        channel: 'Main',
        userId: null,
        author: 'Anna',
        message,
        writtenAtMs: unixMs(message === 'rude' ? 2000 : 1000),
      })
      .execute();
  return { ...bench, db, of, target };
}

test('lists channels and messages, and deletes one message', async () => {
  const { run, db } = await openWithRows();
  expect((await run('chats list')).stdout).toMatch(/Main +5\n1 channel\n$/);
  const { stdout } = await run('chats messages main');
  expect(stdout).toMatch(/id-of-rude .* Anna +rude\nid-of-hello .* Anna +hello\n2 messages\n$/);
  expect((await run('chats delete-message id-of-rude')).exitCode).toBe(0);
  expect(await db.selectFrom('chatMessages').select('id').execute()).toEqual([
    { id: 'id-of-hello' },
  ]);
});

test('lists the ids of deliveries, and sends one again', async () => {
  const { service, run, db, of, target } = await openWithRows();
  await run(`webhooks add ${target.url}/in --events ban`);
  const { webid, url } = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
  for (const id of ['first', 'second'])
    await db
      .insertInto('deliveries')
      .values({
        ...of,
        id,
        webid,
        url,
        event: 'ban',
        body: '{}',
        status: 'failed',
        attempts: 6,
        nextAt: 5,
        createdAt: 5,
        lastStatus: 500,
        lastError: 'status',
        claimedUntil: null,
      })
      .execute();
  expect((await run('webhooks deliveries')).stdout).toMatch(/first .*failed/);
  expect((await run('webhooks resend second')).exitCode).toBe(0);
  await service.deliveriesSettled();
  const rows = await db.selectFrom('deliveries').select(['id', 'status']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'first', status: 'failed' },
    { id: 'second', status: 'delivered' },
  ]);
});
