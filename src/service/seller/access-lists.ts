// Blacklists and whitelists in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { accessListsApi } from '../../shared/wire/seller/access-lists.ts';
import type { SellerRuns } from '../seller-call.ts';

export const accessLists: SellerRuns<typeof accessListsApi> = {};
