// What the bans of users by sellers have in common: whether the address goes along, and what is told of it.
import type { BannedAddressAnswer } from '@latchkey/protocol/seller/user-access.ts';
import type { SellerChange } from '../../api/seller-call.ts';
import { sharedSentence } from '../sessions/shared-address.ts';
import type { Ban, BannedAddress } from './bans.ts';

/** `address` undefined: as the application is set. */
export function banBy(
  { application, now, trustsProxies }: SellerChange,
  reason: string,
  address: 0 | 1 | undefined,
): Ban {
  const withAddress = (address ?? application.banAddress) === 1;
  return { reason, withAddress, now, trustsProxies };
}

export function addressAnswer(banned: BannedAddress | null): BannedAddressAnswer {
  if (banned === null) return 'not-asked';
  return typeof banned === 'object' ? 'shared' : banned;
}

/** A ban that was asked to take the address and did not must say so. */
export function withAddress(message: string, banned: BannedAddress | null): string {
  if (banned === 'not-known') return `${message} No IP of the user is known.`;
  return banned !== null && typeof banned === 'object'
    ? `${message} The IP was not blacklisted. ${sharedSentence(banned.shared)}`
    : message;
}
