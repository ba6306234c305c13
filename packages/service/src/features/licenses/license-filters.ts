// Filters of the lists of licenses. Each has an index that continues in the order of the list.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { defaultCreator } from '@latchkey/protocol/seller/license-making.ts';
import type { SellerRequest } from '@latchkey/protocol/seller-api.ts';
import { differsFrom } from '../../database/expressions.ts';
import type { Tables } from '../../database/schema.ts';

export type LicenseFilters = Omit<SellerRequest<'fetchallkeys'>, 'offset' | 'limit'>;

export function matchesLicense({ status, level, genby, since, until }: LicenseFilters) {
  return (eb: ExpressionBuilder<Tables, 'licenses'>): Expression<SqlBool> =>
    eb.and([
      ...(status === undefined ? [] : [eb('licenses.status', '=', status)]),
      ...(level === undefined ? [] : [eb('licenses.level', '=', level)]),
      ...(genby === undefined ? [] : [eb('licenses.createdBy', '=', genby)]),
      // The index leaves out the default, and needs the same condition.
      ...(genby === undefined || genby === defaultCreator
        ? []
        : [differsFrom('licenses.createdBy', defaultCreator)]),
      ...(since === undefined ? [] : [eb('licenses.createdAt', '>=', since)]),
      ...(until === undefined ? [] : [eb('licenses.createdAt', '<=', until)]),
    ]);
}
