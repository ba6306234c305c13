// User variables in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { userVariablesApi } from '../../shared/wire/seller/user-variables.ts';
import type { SellerRuns } from '../seller-call.ts';

export const userVariables: SellerRuns<typeof userVariablesApi> = {};
