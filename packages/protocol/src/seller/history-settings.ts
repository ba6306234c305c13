// Seller API: settings of the history of users and of the numbers by day.
import { z } from 'zod';
import { settingBounds } from '../limits.ts';
import { wholeNumber } from '../seller-spec.ts';

export const historySettings = {
  /** Days after which rows of histories are deleted. 0 disables the deletion. */
  historydays: wholeNumber(...settingBounds.historydays).optional(),
  /** IANA time zone of the days that numbers are counted by, such as `Europe/Berlin`. */
  timezone: z.string().max(64).refine(isTimeZone).optional(),
};

/** The settings as `getsettings` returns them. */
export const shownHistorySettings = {
  historydays: z.string(),
  timezone: z.string(),
};

function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 have no summer time, and would surprise twice a year.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
