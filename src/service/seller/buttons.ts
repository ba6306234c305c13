// Web loader buttons in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { buttonsApi } from '../../shared/wire/seller/buttons.ts';
import type { SellerRuns } from '../seller-call.ts';

export const buttons: SellerRuns<typeof buttonsApi> = {};
