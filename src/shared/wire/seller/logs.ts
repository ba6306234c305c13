// Logs and audit logs in the seller API (contract 7.3).
import type { SellerGroup } from '../seller-spec.ts';

export const logsApi = {} as const satisfies SellerGroup;
