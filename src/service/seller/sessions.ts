// Sessions in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { sessionsApi } from '../../shared/wire/seller/sessions.ts';
import type { SellerRuns } from '../seller-call.ts';

export const sessions: SellerRuns<typeof sessionsApi> = {};
