// Reseller and manager accounts in the seller API (contract 7.3).
import type { SellerGroup } from '../seller-spec.ts';

export const accountsApi = {} as const satisfies SellerGroup;
