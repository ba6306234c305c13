// Tokens in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { tokensApi } from '../../shared/wire/seller/tokens.ts';
import type { SellerRuns } from '../seller-call.ts';

export const tokens: SellerRuns<typeof tokensApi> = {};
