// The desk's own operations: the sign-in, sessions, second factor and invitations of a person.
import type { DeskFailure, Me } from '@latchkey/protocol/desk-api.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { firstVersion } from '@latchkey/protocol/versions.ts';
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';
import type { Database } from '../../database/schema.ts';
import type { PersonRow } from '../../database/schema-people.ts';
import { insertApplication, randomText } from '../settings/new-application.ts';
import { acceptInvitation, readInvitation } from '../people/invitations.ts';
import { changePassword } from '../people/change-password.ts';
import { accessOf, auditPerson } from '../people/people.ts';
import {
  confirmPersonSession,
  endPersonSession,
  listPersonSessions,
  signOut,
} from '../people/person-sessions.ts';
import {
  confirmSecondFactor,
  endSecondFactor,
  offerSecondFactor,
} from '../people/second-factor.ts';
import { checkPassword, signInPerson } from '../people/sign-in.ts';
import type { DeskHandlers, Refused } from './desk-call.ts';

const done = { ok: true, answer: {} } as const;

export const ownOperations: DeskHandlers = {
  async signin({ parts, ip, agent, sessionId: earlier, version }, credentials) {
    const signedIn = await signInPerson(parts, credentials, { ip, agent });
    if (!signedIn.ok) return refusedBy(signedIn);
    // SECURITY: a session id from before the sign-in is never used again.
    await signOut(parts, earlier);
    const { person, sessionId } = signedIn;
    return { ok: true, answer: await describePerson(parts.db, person, version), sessionId };
  },
  async signout({ parts, sessionId }) {
    await signOut(parts, sessionId);
    return { ...done, sessionId: '' };
  },
  async me({ parts, person, version }) {
    return { ok: true, answer: await describePerson(parts.db, person, version) };
  },
  async confirm({ parts, person, sessionId, ip }, { password }) {
    const { ownerid, name } = person;
    const checked = await checkPassword(parts, { ownerid, name, password }, ip);
    if (!checked.ok) return refusedBy(checked);
    await confirmPersonSession(parts, sessionId);
    return done;
  },
  async sessions({ parts, person, sessionId }) {
    const sessions = await listPersonSessions(parts, person.id, sessionId);
    return { ok: true, answer: { sessions: [...sessions] } };
  },
  async endsession({ parts, person, ip }, { handle }) {
    if (!(await endPersonSession(parts, person.id, handle)))
      return { ok: false, code: 'session-unknown' };
    const change = { type: 'endsession', detail: '', ip };
    await auditPerson(parts.db, person, change, parts.nowMs());
    return done;
  },
  async createapplication({ parts, person, ip }, { name, subscription }) {
    if (person.isOwner !== 1) return { ok: false, code: 'owner-needed' };
    const { db, nowMs, signers } = parts;
    const created = { name, ownerid: person.ownerid, sellerkey: randomText(32) };
    const plan = { name: subscription, level: '1' };
    const now = toUnixSeconds(nowMs());
    const isNew = await insertApplication(db, { ...created, version: firstVersion, plan }, now);
    if (!isNew) return { ok: false, code: 'application-exists' };
    await auditPerson(
      db,
      person,
      { type: 'createapplication', detail: `name=${name}`, ip },
      nowMs(),
    );
    return { ok: true, answer: { ...created, publicKey: signers.active.publicKey } };
  },
  async offersecondfactor({ parts, person }) {
    const offered = await offerSecondFactor(parts, person);
    return offered === null
      ? { ok: false, code: 'second-factor-on' }
      : { ok: true, answer: offered };
  },
  async confirmsecondfactor({ parts, person, ip }, { code }) {
    const confirmed = await confirmSecondFactor(parts, person.id, code, ip);
    return confirmed.ok
      ? { ok: true, answer: { recoveryCodes: [...confirmed.recoveryCodes] } }
      : refusedBy(confirmed);
  },
  async endsecondfactor({ parts, person, ip }, { code }) {
    const ended = await endSecondFactor(parts, person.id, code, ip);
    return ended.ok ? done : refusedBy(ended);
  },
  async changepassword({ parts, person, ip, agent }, { password, newPassword, code }) {
    if (newPassword.length < minPersonPasswordLength) return { ok: false, code: 'password-short' };
    const { ownerid, name } = person;
    const credentials = { ownerid, name, password, code };
    const changed = await changePassword(parts, credentials, newPassword, { ip, agent });
    return changed.ok ? { ...done, sessionId: changed.sessionId } : refusedBy(changed);
  },
  async invitation({ parts }, { token }) {
    const invited = await readInvitation(parts, token);
    if (invited === null) return { ok: false, code: 'invitation-over' };
    const { ownerid, name, application, needsPassword } = invited;
    return { ok: true, answer: { ownerid, name, application, needsPassword } };
  },
  async acceptinvitation({ parts, ip }, { token, password, code }) {
    const accepted = await acceptInvitation(parts, { token, password, code, ip });
    if (!accepted.ok) return refusedBy(accepted);
    const { ownerid, name } = accepted.person;
    return { ok: true, answer: { ownerid, name } };
  },
};

/** Codes for reasons that have another name there. */
const codes = {
  on: 'second-factor-on',
  off: 'second-factor-off',
  expired: 'offer-expired',
} as const;

function refusedBy(refused: {
  readonly ok: false;
  readonly reason: DeskFailure | keyof typeof codes;
  readonly retryAfter?: number;
}): Refused {
  const { reason, retryAfter } = refused;
  const code = reason in codes ? codes[reason as keyof typeof codes] : (reason as DeskFailure); // checked by `in`
  return { ok: false, code, ...(retryAfter !== undefined && { retryAfter }) };
}

async function describePerson(
  db: Database,
  person: Pick<PersonRow, 'id' | 'ownerid' | 'name' | 'isOwner' | 'totpSecret'>,
  version: string,
): Promise<Me> {
  const access = await accessOf(db, person);
  return {
    id: person.id,
    ownerid: person.ownerid,
    name: person.name,
    isOwner: person.isOwner === 1,
    hasSecondFactor: person.totpSecret !== null,
    applications: access.map(({ application: { id, name }, key: { account, scopes } }) => ({
      id,
      name,
      role: account === null ? 'owner' : account.role === 'Reseller' ? 'reseller' : 'manager',
      account: account?.username ?? '',
      scopes: [...scopes],
      levels:
        account?.role === 'Reseller'
          ? account.keyLevels.split('|').filter((one) => one !== '')
          : [],
    })),
    version,
  };
}
