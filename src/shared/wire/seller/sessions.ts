// Sessions in the seller API (contract 7.3).
import type { SellerGroup } from '../seller-spec.ts';

export const sessionsApi = {} as const satisfies SellerGroup;
