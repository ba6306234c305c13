// Licenses in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { licensesApi } from '../../shared/wire/seller/licenses.ts';
import type { SellerRuns } from '../seller-call.ts';

export const licenses: SellerRuns<typeof licensesApi> = {};
