// Seller API operations that create, rename and delete users, and change their credentials.
// SECURITY: every user gets a password. Otherwise the first client to sign in would own the
// account.
import { inList } from '../../database/in-list.ts';
import { randomBytes } from 'node:crypto';
import type { userIdentityApi } from '@latchkey/protocol/seller/user-identity.ts';
import type { Flag } from '../../database/schema-columns.ts';
import { isLicenseKey } from '../../secrets/license-names.ts';
import { withoutTwoFactor } from '../two-factor/recovery-codes.ts';
import { bySeller, recordAccountEvent } from './account-events.ts';
import { emailHash, isEmailTaken } from './emails.ts';
import { storeAddress } from './mail-addresses.ts';
import { importedHashKind } from '../../secrets/bcrypt.ts';
import {
  beginForAll,
  done,
  fail,
  type SellerHandlers,
  type SellerChange,
} from '../../api/seller-call.ts';
import { addCounts } from '../numbers/counting.ts';
import { ownedBy, pauseWithApplication } from '../subscriptions/subscription-pauses.ts';
import { grantTime } from '../licenses/ledger.ts';
import { isInGrace } from '../subscriptions/grace.ts';
import { isRunningOrPaused } from '../subscriptions/subscriptions.ts';
import {
  removeUsers,
  checkUserName,
  createUser,
  warningOf,
  expirySeconds,
  findPlan,
  findUser,
} from './users.ts';
import { renameUser } from './user-renaming.ts';
import { userPass } from '../../api/passes.ts';

/** No name: a reseller must not learn the customers of others. */

type Handlers = SellerHandlers<typeof userIdentityApi>;

export const userIdentity: Handlers = {
  adduser: {
    async prepare({ application, passwords }, request) {
      const seconds = expirySeconds(request.expiry);
      if (typeof seconds !== 'number') return seconds;
      const isImported = request.alike === 1;
      const nameProblem = checkUserName(application, request.user, isImported);
      if (nameProblem !== null) return nameProblem;
      const { pass, passwordhash } = request;
      if (pass !== undefined && passwordhash !== undefined) return fail('password-or-hash');
      const kind = passwordhash === undefined ? null : importedHashKind(passwordhash);
      if (passwordhash !== undefined && kind === null) return fail('password-hash-invalid');
      const generated =
        pass === undefined && passwordhash === undefined ? randomPassword() : undefined;
      const hash = passwordhash ?? (await passwords.hash(pass ?? generated ?? ''));
      return async (call) => {
        const plan = await findPlan(call, request.sub);
        if (plan === undefined) return fail('subscription-unknown');
        const { user, email = '' } = request;
        const warning = isImported ? await warningOf(call, user) : undefined;
        const hashed = { password: pass, passwordHash: hash };
        const created = await createUser(call, user, hashed, email, isImported);
        if (created === 'name-taken') return fail('username-taken');
        if (created === 'email-taken') return fail('email-taken');
        const { id } = created;
        if (kind === 'bcrypt') await allowLegacyHashes(call);
        const subscriptionKey = { userId: id, planId: plan.id };
        await grantTime(call.db, subscriptionKey, { source: 'seller' }, seconds, call.now);
        await pauseWithApplication(call.db, call.application, ownedBy(id), call.now);
        if (!isImported) await addCounts(call, [{ kind: 'newusers' }]);
        return done({
          ...(generated !== undefined && { password: generated }),
          ...(warning !== undefined && { warning }),
        });
      };
    },
  },

  async deluser({ db, application }, { user }) {
    const removed = await removeUsers(db, application, (eb) => eb('users.username', '=', user));
    return removed === 0 ? fail('user-unknown') : done();
  },

  delexpusers: {
    begin: beginForAll,
    passes: [
      userPass(({ db, application, now }, _request, ids) =>
        removeUsers(db, application, (eb) =>
          eb.and([
            eb('users.id', 'in', inList(db, ids)),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('subscriptions')
                  .innerJoin('plans', 'plans.id', 'subscriptions.planId')
                  .select('subscriptions.userId')
                  .whereRef('subscriptions.userId', '=', 'users.id')
                  .where((one) => one.or([isRunningOrPaused(now)(one), isInGrace(now)])),
              ),
            ),
          ]),
        ),
      ),
    ],
    end({ passed, changed }) {
      if (passed === 0) return fail('no-users');
      return changed === 0 ? fail('no-expired-users') : done();
    },
  },

  delallusers: {
    begin: beginForAll,
    passes: [
      userPass(({ db, application }, _request, ids) =>
        removeUsers(db, application, (eb) => eb.and([eb('users.id', 'in', inList(db, ids))])),
      ),
    ],
    end: ({ changed }) => (changed === 0 ? fail('no-users') : done()),
  },

  resetpw: {
    async prepare({ passwords }, { user, passwd }) {
      const generated = passwd === undefined ? randomPassword() : undefined;
      const passwordHash = await passwords.hash(passwd ?? generated ?? '');
      return async (call) => {
        const passwordIsKey = await isLicenseKey(call.db, call.application.id, passwd ?? '');
        const id = await changeUser(call, user, { passwordHash, passwordIsKey });
        if (id === null) return fail('user-unknown');
        await call.db.deleteFrom('sessions').where('userId', '=', id).execute();
        await recordAccountEvent(call, id, bySeller('password-changed'));
        return done(generated === undefined ? {} : { password: generated });
      };
    },
  },

  async editemail(call, { user, email }) {
    const hash = emailHash(call.mailKey, email);
    const found = await findUser(call, user);
    if (found === undefined) return fail('user-unknown');
    if (await isEmailTaken(call, hash, found.id)) return fail('email-taken');
    const change = { emailHash: hash, emailConfirmed: 0, mailAddress: null } as const;
    const id = await changeUser(call, user, change);
    if (id === null) return fail('user-unknown');
    await storeAddress(call, id, email);
    return done();
  },

  async editusername(call, { currentUsername, newUsername }) {
    const nameProblem = checkUserName(call.application, newUsername);
    if (nameProblem !== null) return nameProblem;
    const user = await findUser(call, currentUsername);
    if (user === undefined) return fail('user-unknown');
    const renamed = await renameUser(call.db, call.application, user, newUsername);
    return renamed ? done() : fail('username-taken');
  },

  async disable2fa(call, { user }) {
    const { db, application } = call;
    const disabled = await db
      .updateTable('users')
      .set(withoutTwoFactor)
      .where('applicationId', '=', application.id)
      .where('username', '=', user)
      .where('totpSecret', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (disabled === undefined)
      return fail((await findUser(call, user)) === undefined ? 'user-unknown' : 'two-factor-off');
    await db.deleteFrom('codeFailures').where('userId', '=', disabled.id).execute();
    await recordAccountEvent(call, disabled.id, bySeller('two-factor-off'));
    return done();
  },
};

/** Returns 144 random bits as text. */
function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}

export async function allowLegacyHashes({
  db,
  application,
}: Pick<SellerChange, 'db' | 'application'>): Promise<void> {
  await db
    .updateTable('applications')
    .set({ legacyHashes: 1 })
    .where('id', '=', application.id)
    .where('legacyHashes', '=', 0)
    .execute();
}

/**
 * Returns the user's id, or null if the user does not exist.
 * SECURITY: reset links that were mailed before the change become invalid.
 */
async function changeUser(
  { db, application }: SellerChange,
  username: string,
  change:
    | { readonly passwordHash: string; readonly passwordIsKey: Flag }
    | {
        readonly emailHash: string | null;
        readonly emailConfirmed: 0;
        readonly mailAddress: null;
      },
): Promise<string | null> {
  const changed = await db
    .updateTable('users')
    .set(change)
    .where('applicationId', '=', application.id)
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirst();
  if (changed === undefined) return null;
  await db.deleteFrom('passwordResets').where('userId', '=', changed.id).execute();
  return changed.id;
}
