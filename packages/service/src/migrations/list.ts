// Lists all migrations in the order of their names, which databases record. Migrations never
// change: add a new one. A name that is not in this list means that a newer version wrote the data.
import type { Migration } from 'kysely/migration';
import { up as baseline } from './001-baseline.ts';
import { up as sharedEmails } from './002-shared-emails.ts';
import { up as keysWithoutDashes } from './003-keys-without-dashes.ts';
import { up as cancelledJobs } from './004-cancelled-jobs.ts';
import { up as accountNames } from './005-account-names.ts';
import { up as rowsByOwner } from './006-rows-by-owner.ts';
import { up as passRelease } from './007-pass-release.ts';
import { up as shops } from './008-shops.ts';
import { up as shopApis } from './009-shop-apis.ts';
import { up as webhookShapes } from './010-webhook-shapes.ts';
import { up as graceDays } from './011-grace-days.ts';
import { up as shopRevenue } from './012-shop-revenue.ts';
import { up as customerPages } from './013-customer-pages.ts';
import { up as features } from './014-features.ts';
import { up as accountDeletions } from './015-account-deletions.ts';
import { up as webLoader } from './016-web-loader.ts';
import { up as trials } from './017-trials.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-baseline': { up: baseline },
  '002-shared-emails': { up: sharedEmails },
  '003-keys-without-dashes': { up: keysWithoutDashes },
  '004-cancelled-jobs': { up: cancelledJobs },
  '005-account-names': { up: accountNames },
  '006-rows-by-owner': { up: rowsByOwner },
  '007-pass-release': { up: passRelease },
  '008-shops': { up: shops },
  '009-shop-apis': { up: shopApis },
  '010-webhook-shapes': { up: webhookShapes },
  '011-grace-days': { up: graceDays },
  '012-shop-revenue': { up: shopRevenue },
  '013-customer-pages': { up: customerPages },
  '014-features': { up: features },
  '015-account-deletions': { up: accountDeletions },
  '016-web-loader': { up: webLoader },
  '017-trials': { up: trials },
};
