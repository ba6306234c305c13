// Seller API operations that read licenses.
import type { Selectable } from 'kysely';
import type { licensesApi } from '@latchkey/protocol/seller/licenses.ts';
import { firstDevice } from '../devices/devices.ts';
import type { LicenseRow, LicenseStatus } from '../../database/schema-licenses.ts';
import { done, fail, type SellerHandlers, type SellerCall } from '../../api/seller-call.ts';
import type { SliceStart } from '../../api/seller-page.ts';
import { isShown, readFilteredPage } from '../../api/list-filters.ts';
import type { Database } from '../../database/schema.ts';
import { matchesLicense, type LicenseFilters } from './license-filters.ts';

type ListingOperation = 'verify' | 'getkey' | 'info' | 'fetchallkeys';

const statusTexts = {
  unused: 'Not Used',
  used: 'Used',
  banned: 'Banned',
} as const satisfies Record<LicenseStatus, string>;

export const licenseListing: Pick<SellerHandlers<typeof licensesApi>, ListingOperation> = {
  async verify(call, { key }) {
    const license = await licensesOf(call).where('key', '=', key).executeTakeFirst();
    return license === undefined ? fail('key-unknown') : done();
  },

  async getkey(call, { user }) {
    const license = await licensesOf(call)
      .where('users.applicationId', '=', call.application.id)
      .where('users.username', '=', user)
      .orderBy('licenses.usedAt', 'desc')
      .orderBy('licenses.key')
      .limit(1)
      .executeTakeFirst();
    if (license === undefined) return fail('key-unknown');
    return done({ key: license.key }, { text: license.key });
  },

  async info(call, { key }) {
    const license = await licensesOf(call).where('key', '=', key).executeTakeFirst();
    if (license === undefined) return fail('key-unknown');
    const hwid = license.usedBy === null ? null : await firstDevice(call.db, license.usedBy);
    return done({ ...licenseInfo(license), hwid: hwid ?? '' });
  },

  async fetchallkeys(call, { offset, limit, ...filters }) {
    if (!(await isShown(call, 'genby', filters.genby))) return done({ keys: [] }, { text: '' });
    const listOf = (db: Database) => {
      const from = { db, application: call.application, filters };
      return {
        name: 'licenses',
        hasTies: true,
        cursors: (start: SliceStart) => licensesQuery(from, start),
        rows: (start: SliceStart) =>
          licensesQuery(from, start)
            .selectAll('licenses')
            // Uses a subquery, because a join may read all users for a few licenses.
            .select((eb) =>
              eb
                .selectFrom('users')
                .select('username')
                .whereRef('users.id', '=', 'licenses.usedBy')
                .as('username'),
            ),
      };
    };
    const { rows, ...more } = await readFilteredPage(call, filters, listOf, { offset, limit });
    const keys = rows.map(licenseAnswer);
    return done({ keys, ...more }, { text: keys.map(({ key }) => key).join('\r\n') });
  },
};

type ListedLicense = Selectable<LicenseRow> & { readonly username: string | null };

/** The answer of `info`, without the device. */
export function licenseInfo(license: ListedLicense) {
  return {
    duration: String(license.seconds),
    note: license.note,
    status: statusTexts[license.status],
    level: license.level,
    createdby: license.createdBy,
    usedby: license.username ?? '',
    usedon: textOr(license.usedAt, ''),
    creationdate: String(license.createdAt),
    order: license.orderNumber ?? '',
    banned: license.bannedReason ?? '',
  };
}

export function licenseAnswer(license: ListedLicense) {
  return {
    key: license.key,
    note: license.note,
    expires: String(license.seconds),
    status: statusTexts[license.status],
    level: license.level,
    genby: license.createdBy,
    gendate: String(license.createdAt),
    usedon: textOr(license.usedAt, null),
    usedby: license.username,
    banned: license.bannedReason,
    order: license.orderNumber,
    app: '' as const,
    cooldown: '' as const,
    hwid: '' as const,
    ip: '' as const,
    lastlogin: '' as const,
  };
}

export function licensesOf({ db, application }: Pick<SellerCall, 'db' | 'application'>) {
  return db
    .selectFrom('licenses')
    .leftJoin('users', 'users.id', 'licenses.usedBy')
    .selectAll('licenses')
    .select('users.username')
    .where('licenses.applicationId', '=', application.id);
}

interface LicenseList extends Pick<SellerCall, 'db' | 'application'> {
  readonly filters: LicenseFilters;
}

function licensesQuery({ db, application, filters }: LicenseList, { after, cursor }: SliceStart) {
  return db
    .selectFrom('licenses')
    .select(['licenses.createdAt as first', 'licenses.key as second'])
    .where('licenses.applicationId', '=', application.id)
    .where(matchesLicense(filters))
    .$if(after === 'ties', (query) =>
      query
        .where('licenses.createdAt', '=', Number(cursor.first))
        .where('licenses.key', '>', cursor.second),
    )
    .$if(after === 'first', (query) => query.where('licenses.createdAt', '<', Number(cursor.first)))
    .orderBy('licenses.createdAt', 'desc')
    .orderBy('licenses.key');
}

function textOr<Fallback extends '' | null>(value: number | null, fallback: Fallback) {
  return value === null ? fallback : String(value);
}
