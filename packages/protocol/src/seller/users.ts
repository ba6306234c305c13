// Seller API: all operations on users (docs/protocol.md#seller-operations). SECURITY: no answer has
// a password hash, a TOTP secret or an e-mail hash.
import type { SellerGroup } from '../seller-spec.ts';
import { passwordLinksApi } from './password-links.ts';
import { userAccessApi } from './user-access.ts';
import { userComputersApi } from './user-computers.ts';
import { userFindingApi } from './user-finding.ts';
import { userIdentityApi } from './user-identity.ts';
import { userListingApi } from './user-listing.ts';
import { userTimeApi } from './user-time.ts';

export const usersApi = {
  ...userIdentityApi,
  ...userAccessApi,
  ...passwordLinksApi,
  ...userComputersApi,
  ...userTimeApi,
  ...userListingApi,
  ...userFindingApi,
} as const satisfies SellerGroup;
