// Application settings in the seller API (contract 7.3).
import type { SellerGroup } from '../seller-spec.ts';

export const settingsApi = {} as const satisfies SellerGroup;
