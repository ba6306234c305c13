// Converts a license of another service to its row.
import type { ImportedKey } from '@latchkey/protocol/seller/imports.ts';
import { withFold } from '../../database/names.ts';

const statuses = { 'Not Used': 'unused', Used: 'used', Banned: 'banned' } as const;

/**
 * `usedBy` is the id of the user who redeemed it, or null. A license with a reason of a ban is
 * banned, whatever its status. Without both, the use decides.
 */
export function importedLicense(
  applicationId: string,
  license: ImportedKey,
  usedBy: string | null,
  now: number,
) {
  const { key, level = '1', expires, usedby, usedon, gendate, order } = license;
  const { banned, note = '', genby = '' } = license;
  const isUse = usedby !== undefined || usedon !== undefined;
  const status =
    banned === undefined ? (license.status ?? (isUse ? 'Used' : 'Not Used')) : 'Banned';
  return {
    applicationId,
    ...withFold('key', key),
    level,
    seconds: expires,
    status: statuses[status],
    usedBy,
    usedAt: license.status === 'Used' || isUse ? (usedon ?? now) : null,
    bannedReason: status === 'Banned' ? (banned ?? '') : null,
    note,
    createdBy: genby,
    orderNumber: order ?? null,
    createdAt: gendate ?? now,
  };
}
