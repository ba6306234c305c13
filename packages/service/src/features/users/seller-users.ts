// Seller API operations on users.
import type { usersApi } from '@latchkey/protocol/seller/users.ts';
import type { SellerHandlers } from '../../api/seller-call.ts';
import { passwordLinks } from './seller-password-links.ts';
import { userAccess } from './user-access.ts';
import { userComputers } from '../devices/user-computers.ts';
import { userFinding } from './user-finding.ts';
import { userIdentity } from './user-identity.ts';
import { userListing } from './user-listing.ts';
import { userTime } from '../subscriptions/user-time.ts';

export const users: SellerHandlers<typeof usersApi> = {
  ...userIdentity,
  ...userAccess,
  ...passwordLinks,
  ...userComputers,
  ...userTime,
  ...userListing,
  ...userFinding,
};
