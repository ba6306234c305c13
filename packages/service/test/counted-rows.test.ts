// `countrows`, the preview of a bulk operation, and `stats` count only rows of their application.
import { expect, test } from 'vitest';
import { countedTypes, type CountedType } from '@latchkey/protocol/seller/bulk.ts';
import { sellerOperations } from '../src/host/seller-operations.ts';
import { addOtherApplication } from './support/another-application.ts';
import { fillApplication, addUsageRows } from './support/full-application.ts';
import { ownApplicationId } from './support/own-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

/** Expected counts. Each table has three rows: one running and used, one expired, one paused. */
const expected: Readonly<Record<CountedType, readonly [name: string, count: number]>> = {
  addtime: ['', 2],
  delunused: ['', 2],
  delused: ['', 1],
  delalllicenses: ['', 3],
  delexpusers: ['', 1],
  delallusers: ['', 3],
  resetalluser: ['', 3],
  extend: ['', 3],
  setvar: ['', 3],
  massUserVarDelete: ['Running', 1],
  delappsub: ['Running', 1],
  pausesub: ['Running', 1],
  unpausesub: ['Paused', 1],
  delallvars: ['', 3],
  delallfiles: ['', 0],
  delallwebhooks: ['', 3],
  delallbuttons: ['', 3],
  killall: ['', 1],
  delchannel: ['Running', 1],
  clearchannel: ['Over', 1],
  delblacks: ['', 3],
  delallwhites: ['', 3],
  dellogs: ['', 3],
  delauditlog: ['', 3],
  pauseapp: ['', 1],
  unpauseapp: ['', 0],
};

async function open() {
  const { service, init } = await openWire();
  const { database: db } = service;
  await service.removeNeighbour();
  const { id: nextDoor } = await addOtherApplication(service, { id: 'next-door' });
  for (const mark of ['Running', 'Over', 'Paused']) {
    await fillApplication(db, ownApplicationId, mark, mark);
    await fillApplication(db, nextDoor, mark, `${mark} next door`);
  }
  await addUsageRows(db, nextDoor, { mark: 'Running', id: 'Running next door' });
  const changeTime = (ids: string[], expiresAt: number | null, remainingSeconds: number | null) =>
    db
      .updateTable('subscriptions')
      .set({ expiresAt, remainingSeconds })
      .where('userId', 'in', ids)
      .execute();
  await changeTime(['Over', 'Over next door'], 1, null);
  await changeTime(['Paused', 'Paused next door'], null, 60);
  const used = { status: 'used', usedBy: 'Running', usedAt: 1 } as const;
  await db
    .updateTable('licenses')
    .set(used)
    .where('applicationId', '=', ownApplicationId)
    .where('key', '=', 'Running')
    .execute();
  return { init, ask: sellerOf(service) };
}

test('countrows counts only rows of its application that match the state and the name', async () => {
  const { init, ask } = await open();
  await init();
  const counted = new Map<string, number>();
  for (const [operation, [name]] of Object.entries(expected)) {
    const { body } = await ask('countrows', { operation, ...(name !== '' && { name }) });
    counted.set(operation, Number(body['count']));
  }
  expect(Object.fromEntries(counted)).toEqual(
    Object.fromEntries(
      Object.entries(expected).map(([operation, [, count]]) => [operation, count]),
    ),
  );
});

test('stats counts only rows of its application', async () => {
  const { ask } = await open();
  const licenses = { unused: '2', used: '1', banned: '0', totalkeys: '3' };
  const accounts = { resellers: '3', managers: '0', totalaccs: '3' };
  expect((await ask('stats')).body).toMatchObject({
    ...licenses,
    ...accounts,
    webhooks: '3',
    files: '0',
    vars: '3',
  });
});

test('countrows knows every bulk operation', () => {
  const bulk = Object.entries(sellerOperations)
    .filter(([, run]) => typeof run !== 'function' && 'passes' in run)
    .map(([type]) => type);
  const inOneTransaction = ['delallvars', 'delallfiles', 'delallwebhooks', 'delallbuttons'];
  expect([...countedTypes].toSorted()).toEqual([...bulk, ...inOneTransaction].toSorted());
});
