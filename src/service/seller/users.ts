// Users in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { usersApi } from '../../shared/wire/seller/users.ts';
import type { SellerRuns } from '../seller-call.ts';

export const users: SellerRuns<typeof usersApi> = {};
