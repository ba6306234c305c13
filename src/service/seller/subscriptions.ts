// Subscriptions in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { subscriptionsApi } from '../../shared/wire/seller/subscriptions.ts';
import type { SellerRuns } from '../seller-call.ts';

export const subscriptions: SellerRuns<typeof subscriptionsApi> = {};
