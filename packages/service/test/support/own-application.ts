// The application and plan that every test's service has.
import { randomUUID } from 'node:crypto';
import type { InsertObject } from 'kysely';
import { withFold } from '../../src/database/names.ts';
import type { Database, Tables } from '../../src/database/schema.ts';
import { newApplication } from '../../src/features/settings/new-application.ts';
import { hashToken } from '../../src/secrets/token-hash.ts';

export const ownApplicationId = 'the-own-application';

export const ownApplication = {
  name: 'Test Application',
  ownerid: 'testOwner1',
  version: '1.0',
  sellerkey: 'test0seller0key0of032characters0',
};

export function ownApplicationRow(now: number): InsertObject<Tables, 'applications'> {
  const { sellerkey, ...names } = ownApplication;
  return {
    id: ownApplicationId,
    ...names,
    sellerkeyHash: hashToken(sellerkey),
    ...newApplication,
    createdAt: now,
  };
}

export const ownPlanId = 'the-plan-pro';

export function ownPlanRow(now: number): InsertObject<Tables, 'plans'> {
  const names = withFold('name', 'Pro');
  return { id: ownPlanId, applicationId: ownApplicationId, ...names, level: '1', createdAt: now };
}

export async function addPlan(
  db: Database,
  applicationId: string,
  name: string,
  level: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('plans')
    .values({ id: randomUUID(), applicationId, ...withFold('name', name), level, createdAt: now })
    .execute();
}
