// Reseller and manager accounts in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { accountsApi } from '../../shared/wire/seller/accounts.ts';
import type { SellerRuns } from '../seller-call.ts';

export const accounts: SellerRuns<typeof accountsApi> = {};
