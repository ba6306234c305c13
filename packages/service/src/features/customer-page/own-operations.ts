// The page's own operations.
import { confirmedSeconds, pageApi, type PageType } from '@latchkey/protocol/page-api.ts';
import type { SignedInCall } from '../../api/call.ts';
import { parseParameters } from '../../api/parameters.ts';
import { clockToleranceSeconds } from '../../clock.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { keysOf, ownedAnswer } from './owned.ts';
import { badParameter, refused, refusedBy, type PageCall } from './page-call.ts';
import { removeOwnComputer } from './remove-own-computer.ts';
import { requireUser } from './require-user.ts';
import { endPageSession } from './run-client.ts';

export async function runOwn(
  page: PageCall,
  type: PageType,
  values: ReadonlyMap<string, string>,
): Promise<PageOutcome> {
  if (type === 'removecomputer') {
    const parsed = parseParameters(pageApi.removecomputer.request, values);
    if (!parsed.ok) return badParameter(parsed.refusal.message);
    const { id } = parsed.request;
    return requireUser(page, async (call) => {
      const removed = await removeOwnComputer(call, id);
      return removed.ok ? done({ until: removed.until }) : refusedBy(removed);
    });
  }
  if (values.size > 0) return badParameter('A parameter is not known.');
  return withoutParameters[type](page);
}

const withoutParameters: Readonly<
  Record<Exclude<PageType, 'removecomputer'>, (page: PageCall) => Promise<PageOutcome>>
> = {
  about: ({ parts, page: { name, renew } }) =>
    Promise.resolve(done({ application: name, renew, hasMail: parts.mailer !== null })),
  me: (page) =>
    requireUser(page, async (call) => done({ ...(await ownedAnswer(call)) }), { isFirst: true }),
  keys: (page) =>
    requireUser(page, async (call) => {
      if (!(await isConfirmed(call))) return refused('password-needed');
      return done({ keys: (await keysOf(call)).map(({ key }) => key) });
    }),
  async signout(page) {
    await endPageSession(page);
    return { ...done({}), session: { id: '', site: page.site } };
  },
};

function done(answer: Readonly<Record<string, unknown>>): PageOutcome {
  return { status: 200, body: { success: true, ...answer } };
}

/** Whether the session began in the last five minutes: a sign-in asks for password and code. */
async function isConfirmed({ db, session, now }: SignedInCall): Promise<boolean> {
  const { signedInAt } = await db
    .selectFrom('sessions')
    .select('signedInAt')
    .where('idHash', '=', session.idHash)
    .executeTakeFirstOrThrow();
  const age = now - (signedInAt ?? 0);
  return age < confirmedSeconds && age >= -clockToleranceSeconds;
}
