// Lists the demo data in the database, without data that a seller added.
import {
  demoApplication,
  demoLicenses,
  demoPlan,
  demoUsers,
  demoVariables,
  demoWebhooks,
} from './demo-data.ts';
import { listDemoOwner, type DemoOwner } from './demo-people.ts';
import type { Database } from '../database/schema.ts';
import type { LicenseStatus } from '../database/schema-licenses.ts';
import { hashToken } from '../secrets/token-hash.ts';

export interface DemoListing {
  readonly app: (typeof demoApplication & { readonly sellerkey: string }) | null;
  /** Who signs in to the desk. Null if the password was changed. */
  readonly owner: DemoOwner | null;
  readonly users: readonly {
    readonly case: string;
    readonly username: string;
    readonly password: string;
    readonly totpSecret: string | null;
  }[];
  readonly licenses: readonly {
    readonly key: string;
    readonly days: number;
    readonly level: string;
    readonly status: string;
  }[];
  readonly variables: readonly {
    readonly varid: string;
    readonly value: string;
    readonly authed: boolean;
  }[];
  readonly webhooks: readonly string[];
}

export const emptyListing: DemoListing = {
  app: null,
  owner: null,
  users: [],
  licenses: [],
  variables: [],
  webhooks: [],
};

/** `sellerkey` is that of the demo application. */
export async function listDemo(db: Database, sellerkey: string): Promise<DemoListing> {
  const application = await db
    .selectFrom('applications')
    .select('id')
    .where('name', '=', demoApplication.name)
    .where('ownerid', '=', demoApplication.ownerid)
    .where('sellerkeyHash', '=', hashToken(sellerkey))
    .executeTakeFirst();
  if (application === undefined) return emptyListing;
  return {
    app: { ...demoApplication, sellerkey },
    owner: await listDemoOwner(db, demoApplication, sellerkey),
    users: await listUsers(db, application.id),
    licenses: await listLicenses(db, application.id),
    variables: await listVariables(db, application.id),
    webhooks: await listWebhooks(db, application.id),
  };
}

async function listUsers(db: Database, applicationId: string): Promise<DemoListing['users']> {
  const rows = await db
    .selectFrom('users')
    .select('username')
    .where('applicationId', '=', applicationId)
    .execute();
  const present = new Set(rows.map(({ username }) => username));
  return demoUsers
    .filter(({ username }) => present.has(username))
    .map((user) => ({
      case: user.case,
      username: user.username,
      password: user.password,
      totpSecret: user.totpSecret,
    }));
}

const statusTexts: Readonly<Record<LicenseStatus, string>> = {
  unused: 'Not Used',
  used: 'Used',
  banned: 'Banned',
};

async function listLicenses(db: Database, applicationId: string): Promise<DemoListing['licenses']> {
  const rows = await db
    .selectFrom('licenses')
    .select(['key', 'status'])
    .where('applicationId', '=', applicationId)
    .execute();
  const present = new Map(rows.map(({ key, status }) => [key, statusTexts[status]]));
  return demoLicenses.flatMap(({ key, days }) => {
    const status = present.get(key);
    return status === undefined ? [] : [{ key, days, level: demoPlan.level, status }];
  });
}

async function listVariables(
  db: Database,
  applicationId: string,
): Promise<DemoListing['variables']> {
  const rows = await db
    .selectFrom('variables')
    .select(['varid', 'value', 'authed'])
    .where('applicationId', '=', applicationId)
    .execute();
  return demoVariables.flatMap(({ varid }) =>
    rows
      .filter((row) => row.varid === varid)
      .map(({ value, authed }) => ({ varid, value, authed: authed === 1 })),
  );
}

async function listWebhooks(db: Database, applicationId: string): Promise<DemoListing['webhooks']> {
  const rows = await db
    .selectFrom('webhooks')
    .select('webid')
    .where('applicationId', '=', applicationId)
    .execute();
  const present = new Set(rows.map(({ webid }) => webid));
  return demoWebhooks.filter((webid) => present.has(webid));
}
