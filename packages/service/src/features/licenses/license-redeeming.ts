// Seller API operations that redeem licenses for users.
import type { licensesApi } from '@latchkey/protocol/seller/licenses.ts';
import { isBlacklisted } from '../access-lists/blacklist.ts';
import { bindDevice } from '../devices/devices.ts';
import { recordRedeem } from '../history/history.ts';
import { emitEvent } from '../../outbound/events.ts';
import { claimLicense, findLicense, firstPlan } from './licenses.ts';
import { claimAndGrant } from '../users/registration.ts';
import type { LicenseStatus } from '../../database/schema-licenses.ts';
import { done, fail, type SellerHandlers, type SellerChange } from '../../api/seller-call.ts';
import { ownedBy, pauseWithApplication } from '../subscriptions/subscription-pauses.ts';
import { grantTime } from './ledger.ts';
import { infoAnswer, ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import { checkUserName, createUser, findUser } from '../users/users.ts';

export const licenseRedeeming: Pick<
  SellerHandlers<typeof licensesApi>,
  'activate' | 'assignkey'
> = {
  activate: {
    async prepare({ application, passwords }, request) {
      const { user, pass, hwid } = request;
      const nameProblem = checkUserName(application, user);
      if (nameProblem !== null) return nameProblem;
      if (hwid !== undefined && hwid.length < application.minHwid) return fail('device-id-invalid');
      const passwordHash = await passwords.hash(pass);
      return (call) => activate(call, { ...request, passwordHash });
    },
  },

  /**
   * SECURITY: claims with one conditional update, so that only one of several concurrent redeems
   * succeeds.
   */
  async assignkey(call, { user, key }) {
    const { db, application, now } = call;
    const license = await findLicense(db, application, key);
    if (license?.status !== 'unused') return refuseSpent(license?.status);
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    const plan = await firstPlan(db, application, license.level);
    if (plan === undefined) return fail('no-plan-for-level');
    const seconds = await claimLicense(db, application, key, foundUser.id, now);
    if (seconds === null) return refuseSpent((await findLicense(db, application, key))?.status);
    const subscriptionKey = { userId: foundUser.id, planId: plan.id };
    await grantTime(db, subscriptionKey, { source: 'key', licenseKey: key }, seconds, now);
    await pauseWithApplication(db, application, ownedBy(foundUser.id), now);
    const facts = { username: foundUser.username, license: key, subscription: plan.name };
    await emitEvent(db, call, 'redeem', facts);
    await recordRedeem(bySeller(call), foundUser.id, { operation: 'assignkey' });
    return done();
  },
};

/** The address of the request is the seller's, not the user's. */
function bySeller(call: SellerChange) {
  return { ...call, ip: '', session: null };
}

function refuseSpent(status: LicenseStatus | undefined) {
  if (status === undefined) return fail('key-unknown');
  return fail(status === 'banned' ? 'key-banned' : 'key-used');
}

interface Activation {
  readonly user: string;
  readonly key: string;
  readonly hwid?: string | undefined;
  readonly pass: string;
  readonly passwordHash: string;
}

async function activate(
  call: SellerChange,
  { user, key, hwid, pass: password, passwordHash }: Activation,
) {
  const { db, application, now } = call;
  const created = await createUser(call, user, { password, passwordHash }, '');
  if (typeof created === 'string') return fail('username-taken');
  const { id } = created;
  const license = await findLicense(db, application, key);
  if (license?.status !== 'unused') return refuseSpent(license?.status);
  if (await isBlacklisted(db, application, { ip: '', hwid })) return fail('device-blacklisted');
  const granted = await claimAndGrant(call, id, key);
  if (granted === 'no-plan') return fail('no-plan-for-level');
  if (granted === 'spent') return refuseSpent((await findLicense(db, application, key))?.status);
  await pauseWithApplication(db, application, ownedBy(id), now);
  await bindDevice(call, id, { hwid }, 1);
  await emitEvent(db, call, 'register', { username: user, license: key });
  await recordRedeem(bySeller(call), id, { operation: 'activate', hwid }, [{ kind: 'newusers' }]);
  const subscriptionKey = await ownedSubscriptions(db, id);
  // The user's address is not known yet: this request comes from the seller.
  const at = { now, ip: '', hwid: null, lastLoginAt: null };
  const info = infoAnswer(
    { username: user, createdAt: now, totpSecret: null },
    subscriptionKey,
    at,
  );
  const { username, subscriptions: list, ip } = info;
  const subscriptions = application.nestedSubscriptions === 1 ? { subscriptions: list } : list;
  return done({ info: { username, subscriptions, ip } });
}
