// Files in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { filesApi } from '../../shared/wire/seller/files.ts';
import type { SellerRuns } from '../seller-call.ts';

export const files: SellerRuns<typeof filesApi> = {};
