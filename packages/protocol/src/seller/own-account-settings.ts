// Seller API: settings of what users may do in their account without the seller.
import { z } from 'zod';
import { settingBounds } from '../limits.ts';
import { flag, wholeNumber } from '../seller-spec.ts';

export const ownAccountSettings = {
  /** With 1, the default, users may change their password. */
  changepassword: flag.optional(),
  /** With 1, users with two-factor sign-in may make recovery codes, and sign in with them. */
  recoverycodes: flag.optional(),
  /** With 1, users get mails about changes of their account. The service then stores e-mails. */
  accountmails: flag.optional(),
  /**
   * Whether several users may have the same e-mail. Then only a user who has opened a mailed link
   * for a new password can sign in by it.
   */
  sharedemails: z.enum(['refuse', 'allow']).optional(),
  /** With 1, users may list and end their sessions. */
  sessions: flag.optional(),
  /** Sessions of a user at the same time. A further sign-in ends the oldest. 0: any. */
  sessionlimit: wholeNumber(...settingBounds.sessionlimit).optional(),
  /** How many computers a user may remove without the seller in 30 days. 0 allows none. */
  resets: wholeNumber(...settingBounds.resets).optional(),
  /** How many hours programs work without the service. 0 allows none. */
  offlinehours: wholeNumber(...settingBounds.offlinehours).optional(),
  /**
   * When the seat of a computer is free that a user removes while its offline pass runs: `wait` for
   * the end of the pass, or `now`.
   */
  passrelease: z.enum(['wait', 'now']).optional(),
  /** With 1, programs with a web loader get their sign-in from the customers' page. */
  webloader: flag.optional(),
};

/** The settings as `getsettings` returns them. */
export const shownOwnAccountSettings = {
  resets: z.string(),
  sessions: z.boolean(),
  sessionlimit: z.string(),
  changepassword: z.boolean(),
  recoverycodes: z.boolean(),
  accountmails: z.boolean(),
  offlinehours: z.string(),
  sharedemails: z.string(),
  passrelease: z.string(),
  webloader: z.boolean(),
};
