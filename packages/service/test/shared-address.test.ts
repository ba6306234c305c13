// Detects an address that all users share: from a sample of users, and never a public address.
import type { RootOperationNode } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import type { Database } from '../src/database/schema.ts';
import { sharedAddress } from '../src/features/sessions/shared-address.ts';
import { addOtherApplication } from './support/another-application.ts';
import { ownApplicationId } from './support/own-application.ts';
import { startTestService } from './support/service.ts';

const now = 1_900_000_000;
const [proxy, another] = ['10.0.0.9', '10.0.0.8'];
const application = { id: ownApplicationId };

/** Users with ids in this order, who signed in from these addresses a minute ago. */
async function open(addresses: readonly string[], asked: RootOperationNode[] = []) {
  let whole: Database | undefined;
  const service = await startTestService({
    now: () => now * 1000,
    wrapDatabase(given) {
      whole = given.withPlugin({
        transformQuery({ node }) {
          asked.push(node);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      return whole;
    },
  });
  onTestFinished(() => service.close());
  await service.removeNeighbour();
  const { id } = await addOtherApplication(service, { id: 'another' });
  const add = async (applicationId: string, index: number, lastIp: string) =>
    service.database
      .insertInto('users')
      .values({
        id: `${applicationId}-${index}`,
        applicationId,
        passwordHash: 'x',
        totpStep: 0,
        createdAt: now,
        lastLoginAt: now - 60,
        lastIp,
        ...withFold('username', `user-${index}`),
      })
      .execute();
  for (const [index, address] of addresses.entries()) await add(ownApplicationId, index, address);
  // A user of another application, whose id comes before all others.
  await add(id, 0, another);
  if (whole === undefined) throw new Error('The service opened no database');
  return whole;
}

test('a private address counts as shared if all users have it, but not if they have several', async () => {
  const db = await open([proxy, proxy]);
  expect(await sharedAddress(db, now, { application, address: proxy })).toBe(proxy);
  expect(await sharedAddress(db, now, { application, address: another })).toBeNull();
  // The user of the other application has another address.
  expect(await sharedAddress(db, now)).toBeNull();
});

test('reads only a sample of a large number of users', async () => {
  const db = await open([proxy, proxy, another]);
  const parameters = { application, address: proxy };
  expect(await sharedAddress(db, now, parameters)).toBeNull();
  expect(await sharedAddress(db, now, parameters, 3)).toBeNull();
  expect(await sharedAddress(db, now, parameters, 2)).toBe(proxy);
  expect(await sharedAddress(db, now, parameters, 1)).toBe(proxy);
});

test('reads no users for a public address', async () => {
  const noted: RootOperationNode[] = [];
  const db = await open(['93.184.216.34'], noted);
  noted.length = 0;
  expect(await sharedAddress(db, now, { application, address: '93.184.216.34' })).toBeNull();
  expect(noted).toHaveLength(0);
  expect(await sharedAddress(db, now, { application, address: proxy })).toBeNull();
  expect(noted).not.toHaveLength(0);
});
