// Files in the seller API (contract 7.3).
import type { SellerGroup } from '../seller-spec.ts';

export const filesApi = {} as const satisfies SellerGroup;
