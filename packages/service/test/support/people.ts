// Calls the functions for people who work for a seller, without the HTTP of the desk.
import { expect } from 'vitest';
import { unixMs } from '@latchkey/protocol/units.ts';
import type { WarningLog } from '../../src/database/storage-faults.ts';
import { acceptInvitation } from '../../src/features/people/invitations.ts';
import type { PeopleParts } from '../../src/features/people/people.ts';
import { confirmSecondFactor, offerSecondFactor } from '../../src/features/people/second-factor.ts';
import { checkCredentials, signInPerson } from '../../src/features/people/sign-in.ts';
import { createPasswords, queuePasswords } from '../../src/secrets/passwords.ts';
import { cheapCost } from './cheap-cost.ts';
import { openWithKeys, start } from './seller-keys.ts';
import type { TestServiceOptions } from './service.ts';

export const password = 'a good password';
export const from = { ip: '198.51.100.1', agent: 'A browser' };

export async function openWithPeople(options: TestServiceOptions = {}) {
  const opened = await openWithKeys(options);
  const { service, ask, totpCodeAt } = { ...opened, totpCodeAt: opened.service.totpCode };
  let now = start;
  const passwordQueue = queuePasswords(await createPasswords(cheapCost));
  const parts: PeopleParts & { readonly log: WarningLog } = {
    log: { warn: () => undefined },
    db: service.database,
    passwordQueue,
    secret: service.secret,
    nowMs: () => unixMs(now * 1000),
  };
  const { ownerid } = service.app;
  const pass = (seconds: number) => {
    now += seconds;
    opened.setNow(now);
  };
  const signIn = (
    name: string,
    { code, pass = password, ip = from.ip }: { code?: string; pass?: string; ip?: string } = {},
  ) => signInPerson(parts, { ownerid, name, password: pass, code }, { ...from, ip });
  return {
    ...opened,
    parts,
    ownerid,
    pass,
    signIn,
    check: (name: string, pass = password) =>
      checkCredentials(parts, { ownerid, name, password: pass }, from.ip),
    /** Returns the id of a new session, or throws. */
    sessionOf: async (name: string, code?: string): Promise<string> => {
      const signedIn = await signIn(name, { ...(code !== undefined && { code }) });
      if (!signedIn.ok) throw new Error(signedIn.reason);
      return signedIn.sessionId;
    },
    /** Creates an account, and returns the token of its invitation. */
    invite: async (user: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
      await ask('addAccount', { role: 'Manager', user, scopes: 'read', ...more });
      return String((await ask('inviteaccount', { user })).body['token']);
    },
    accept: (token: string, pass = password, code?: string) =>
      acceptInvitation(parts, { token, password: pass, code, ip: from.ip }),
    /** Turns the second factor on, and returns its secret and recovery codes. */
    secondFactor: async (personId: string, name: string) => {
      const offered = await offerSecondFactor(parts, { id: personId, name, ownerid });
      const secret = offered?.secret ?? '';
      const code = totpCodeAt(secret, now * 1000);
      const confirmed = await confirmSecondFactor(parts, personId, code, from.ip);
      expect(confirmed).toMatchObject({ ok: true });
      const codes = confirmed.ok ? confirmed.recoveryCodes : [];
      return { secret, codes, codeNow: () => totpCodeAt(secret, now * 1000) };
    },
  };
}
