// `countrows`: what an operation on everything of a kind would be about, of this application and this name alone.
import { expect, test } from 'vitest';
import type { BulkType } from '../../src/shared/wire/seller/bulk.ts';
import { fillApplication } from '../support/full-application.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { openWire } from '../support/service-client.ts';

/** Where there are three of each: one running and used, one that is over, and one paused. */
const expected: Readonly<Record<BulkType, readonly [name: string, count: number]>> = {
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
};

test('counts what is this application’s, in the state and of the name that the operation means', async () => {
  const { service, init } = await openWire();
  const { database: db } = service;
  const ask = sellerOf(service);
  await service.removeNeighbour();
  for (const mark of ['Running', 'Over', 'Paused'])
    await fillApplication(db, ownApplicationId, mark, mark);
  const changeTime = (userId: string, expiresAt: number | null, remainingSeconds: number | null) =>
    db
      .updateTable('subscriptions')
      .set({ expiresAt, remainingSeconds })
      .where('userId', '=', userId)
      .execute();
  await changeTime('Over', 1, null);
  await changeTime('Paused', null, 60);
  const used = { status: 'used', usedBy: 'Running', usedAt: 1 } as const;
  await db
    .updateTable('licenses')
    .set(used)
    .where('applicationId', '=', ownApplicationId)
    .where('key', '=', 'Running')
    .execute();
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
