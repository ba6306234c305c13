// Seller API: filters that lists share. A row is listed if it matches all of them.
import { wholeNumber } from '../seller-spec.ts';
import { maxUnixSeconds } from '../units.ts';

/** Unix seconds. Both ends belong to the period. */
export const periodRequest = {
  since: wholeNumber(0, maxUnixSeconds).optional(),
  until: wholeNumber(0, maxUnixSeconds).optional(),
};

export const licenseStates = ['unused', 'used', 'banned'] as const;

/**
 * `banned` is first. `active` has a running subscription, `paused` only paused ones, `expired` only
 * ended ones, and `never` none.
 */
export const userStates = ['active', 'expired', 'never', 'banned', 'paused'] as const;
export type UserState = (typeof userStates)[number];

/**
 * States by which users are listed. `ending` has a subscription that ends within 7 days, and
 * `lapsed` is `expired` for at most 30 days.
 */
export const userFilters = [...userStates, 'ending', 'lapsed'] as const;
export type UserFilter = (typeof userFilters)[number];
