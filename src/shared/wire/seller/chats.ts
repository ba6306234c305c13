// Chats in the seller API (contract 7.3).
import type { SellerGroup } from '../seller-spec.ts';

export const chatsApi = {} as const satisfies SellerGroup;
