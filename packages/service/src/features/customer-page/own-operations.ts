// The page's own operations.
import { pageApi, type PageRequest, type PageType } from '@latchkey/protocol/page-api.ts';
import type { SignedInCall } from '../../api/call.ts';
import { parseParameters } from '../../api/parameters.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import type { Refusal } from '../../outcome.ts';
import { confirmEmail, mailEmailCode } from '../users/own-email.ts';
import { requestDeletion, takeDeletionBack } from './deletion.ts';
import { exportMe } from './own-data.ts';
import { keysOf, ownedAnswer } from './owned.ts';
import { downloadsOf } from './package-download.ts';
import { badParameter, refusedBy, type PageCall } from './page-call.ts';
import { programToken } from './program-token.ts';
import { removeOwnComputer } from './remove-own-computer.ts';
import { requireUser } from './require-user.ts';
import { endPageSession } from './run-client.ts';
import { confirm } from './sign-in.ts';

type SignedIn<Type extends PageType> = (
  call: SignedInCall,
  request: PageRequest<Type>,
  page: PageCall,
) => Promise<PageOutcome>;

/** Operations without a sign-in. */
const open = {
  about: ({ parts, page: { name, renew } }: PageCall) =>
    Promise.resolve(done({ application: name, renew, hasMail: parts.mailer !== null })),
  async signout(page: PageCall): Promise<PageOutcome> {
    await endPageSession(page);
    return { ...done({}), session: { id: '', site: page.site } };
  },
};

type SignedInType = Exclude<PageType, keyof typeof open>;

const signedIn: { readonly [Type in SignedInType]: SignedIn<Type> } = {
  me: async (call) => done({ ...(await ownedAnswer(call)) }),
  keys: async (call) => done({ keys: (await keysOf(call)).map(({ key }) => key) }),
  programtoken: programToken,
  async exportme(call) {
    const outcome = await exportMe(call);
    return outcome.ok ? done({ person: outcome.person }) : refusedBy(outcome);
  },
  async deleteme(call) {
    const outcome = await requestDeletion(call);
    return typeof outcome === 'number' ? done({ deletesAt: outcome }) : refusedBy(outcome);
  },
  async keepme(call) {
    await takeDeletionBack(call);
    return done({});
  },
  confirm: (call, request, page) => confirm(page, call, request),
  downloads: async (call, _request, { page }) =>
    done({ downloads: await downloadsOf(call, page.pageName) }),
  changeemail: async (call, { email }) => doneOr(await mailEmailCode(call, email)),
  confirmemail: async (call, request) => doneOr(await confirmEmail(call, request)),
  async removecomputer(call, { id }) {
    const removed = await removeOwnComputer(call, id);
    return removed.ok ? done({ until: removed.until }) : refusedBy(removed);
  },
};

export async function runOwn(
  page: PageCall,
  type: PageType,
  values: ReadonlyMap<string, string>,
): Promise<PageOutcome> {
  const { request, needs } = pageApi[type];
  const parsed = parseParameters(request, values);
  if (!parsed.ok) return badParameter(parsed.refusal.message);
  if (type === 'about' || type === 'signout') return open[type](page);
  const run = signedIn[type] as SignedIn<PageType>; // the schema of this type has read it
  const requirements = { isFirst: type === 'me', isConfirmed: needs === 'confirmed' };
  return requireUser(page, (call) => run(call, parsed.request, page), requirements);
}

function done(answer: Readonly<Record<string, unknown>>): PageOutcome {
  return { status: 200, body: { success: true, ...answer } };
}

function doneOr(outcome: { readonly ok: true } | Refusal): PageOutcome {
  return outcome.ok ? done({}) : refusedBy(outcome);
}
