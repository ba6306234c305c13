// Chats in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { chatsApi } from '../../shared/wire/seller/chats.ts';
import type { SellerRuns } from '../seller-call.ts';

export const chats: SellerRuns<typeof chatsApi> = {};
