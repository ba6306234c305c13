// Blacklists and whitelists in the seller API (contract 7.3).
import type { SellerGroup } from '../seller-spec.ts';

export const accessListsApi = {} as const satisfies SellerGroup;
