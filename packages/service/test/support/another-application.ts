// Adds a second application to a test's service, with its own seller key and plan.
import { withFold } from '../../src/database/names.ts';
import { hashToken } from '../../src/secrets/token-hash.ts';
import { ownApplicationRow, ownPlanRow } from './own-application.ts';
import type { TestService } from './service.ts';

export interface OtherApplication {
  readonly id: string;
  readonly name: string;
  readonly ownerid: string;
  readonly version: string;
  readonly sellerkey: string;
}

/** The default `ownerid` differs from that of the test's own application. */
export async function addOtherApplication(
  { app, database }: Pick<TestService, 'app' | 'database'>,
  {
    id,
    ownerid = 'otherOwner',
    name = `Application ${id}`,
  }: { readonly id: string; readonly ownerid?: string; readonly name?: string },
): Promise<OtherApplication> {
  const sellerkey = `${id}-seller-key`.padEnd(32, '0').slice(0, 32);
  const names = { id, name, ownerid };
  await database
    .insertInto('applications')
    .values({ ...ownApplicationRow(1), ...names, sellerkeyHash: hashToken(sellerkey) })
    .execute();
  await database
    .insertInto('plans')
    .values({ ...ownPlanRow(1), id: `${id}-plan`, applicationId: id, ...withFold('name', 'Pro') })
    .execute();
  return { ...names, version: app.version, sellerkey };
}
