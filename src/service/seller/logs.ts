// Logs and audit logs in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { logsApi } from '../../shared/wire/seller/logs.ts';
import type { SellerRuns } from '../seller-call.ts';

export const logs: SellerRuns<typeof logsApi> = {};
