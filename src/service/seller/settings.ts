// Application settings in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { settingsApi } from '../../shared/wire/seller/settings.ts';
import type { SellerRuns } from '../seller-call.ts';

export const settings: SellerRuns<typeof settingsApi> = {};
