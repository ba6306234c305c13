// Seller API operations on licenses.
import type { licensesApi } from '@latchkey/protocol/seller/licenses.ts';
import type { SellerHandlers } from '../../api/seller-call.ts';
import { licenseBans } from './license-bans.ts';
import { licenseFinding } from './license-finding.ts';
import { licenseListing } from './license-listing.ts';
import { licenseMaking } from './license-making.ts';
import { licenseRedeeming } from './license-redeeming.ts';
import { licenseRemoving } from './license-removing.ts';

export const licenses: SellerHandlers<typeof licensesApi> = {
  ...licenseMaking,
  ...licenseRedeeming,
  ...licenseBans,
  ...licenseRemoving,
  ...licenseListing,
  ...licenseFinding,
};
