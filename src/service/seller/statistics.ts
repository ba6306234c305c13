// Statistics in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { statisticsApi } from '../../shared/wire/seller/statistics.ts';
import type { SellerRuns } from '../seller-call.ts';

export const statistics: SellerRuns<typeof statisticsApi> = {};
