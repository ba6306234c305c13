// Global variables in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { variablesApi } from '../../shared/wire/seller/variables.ts';
import type { SellerRuns } from '../seller-call.ts';

export const variables: SellerRuns<typeof variablesApi> = {};
