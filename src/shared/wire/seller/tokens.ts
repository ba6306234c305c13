// Tokens in the seller API (contract 7.3).
import type { SellerGroup } from '../seller-spec.ts';

export const tokensApi = {} as const satisfies SellerGroup;
