// Redeeming licenses for users in the seller API. Changes run inside a transaction that ends with the audit row.
import type { licensesApi } from '../../shared/wire/seller/licenses.ts';
import { defaultTexts } from '../../shared/wire/reasons.ts';
import { emitEvent } from '../events.ts';
import { claimLicense, findLicense, firstPlan } from '../licenses.ts';
import type { LicenseStatus } from '../schema.ts';
import { done, fail, type SellerRuns } from '../seller-call.ts';
import { extendSubscription } from '../subscriptions.ts';
import { findUser } from './user-lookup.ts';

export const licenseRedeeming: Pick<SellerRuns<typeof licensesApi>, 'assignkey'> = {
  /** SECURITY: one claim, so that of any number of redeems at once, here or by clients, one succeeds. */
  async assignkey(call, { user, key }) {
    const { db, application, now } = call;
    const license = await findLicense(db, application, key);
    if (license?.status !== 'unused') return fail(spentText(license?.status));
    const found = await findUser(call, user);
    if (found === undefined) return fail(defaultTexts['user-unknown']);
    const plan = await firstPlan(db, application, license.level);
    if (plan === undefined) return fail(defaultTexts['no-plan-for-level']);
    const seconds = await claimLicense(db, application, key, found.id, now);
    if (seconds === null) return fail(spentText((await findLicense(db, application, key))?.status));
    await extendSubscription(db, found.id, plan.id, seconds, now);
    const facts = { username: found.username, license: key, subscription: plan.name };
    await emitEvent(db, call, 'redeem', facts);
    return done();
  },
};

/** `status` undefined: there is no such license. */
function spentText(status: LicenseStatus | undefined) {
  if (status === undefined) return defaultTexts['key-unknown'];
  return status === 'banned' ? defaultTexts['key-banned'] : defaultTexts['key-used'];
}
