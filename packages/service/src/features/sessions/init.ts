// `init`: a new session for a program that may run (contract 1.2). Never touches another session.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { protocolTexts } from '@latchkey/protocol/reasons.ts';
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import type { Call } from '../../api/call.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { refuseProgram, refuseToken, settleProgram, type Shown } from './program-checks.ts';
import { isVersionTaken, newestVersion } from './program-versions.ts';
import { Refused, transactOrRefuse } from '../../database/refused-transaction.ts';
import { createSession } from './sessions.ts';

/** What official clients expect to find; they read the real numbers elsewhere. */
const notCounted = 'N/A - Use fetchStats() function in latest example';

export async function init(call: Call, request: RequestOf<'init'>): Promise<Outcome<'init'>> {
  const { application } = call;
  const version = newestVersion(application);
  const { token, thash, hash, ver } = request;
  const shown = { token, thash, hash };
  const refusal =
    (await refuseBlacklisted(call.db, application, { ip: call.ip, hwid: undefined })) ??
    (await refuseToken(call, shown)) ??
    (ver !== undefined && !isVersionTaken(application, ver, call.now)
      ? refuse('update-required', { version, download: application.download })
      : null) ??
    (await refuseProgram(call, shown));
  if (refusal !== null) return refusal;
  const sessionid = await openSession(call, shown, ver);
  if (typeof sessionid !== 'string') return sessionid;
  const answer = {
    message: protocolTexts.initialized,
    sessionid,
    appinfo: {
      numUsers: notCounted,
      numOnlineUsers: notCounted,
      numKeys: notCounted,
      version,
      customerPanelLink: '',
    },
    newSession: true,
  };
  return { ok: true, answer };
}

async function openSession(
  call: Call,
  shown: Shown,
  version: string | undefined,
): Promise<string | Refusal> {
  const { application, ip, now } = call;
  if (application.tokenSystem === 0 && application.hashCheck === 0)
    return createSession(call.db, application, ip, now, version);
  return transactOrRefuse(call, async (call) => {
    const refusal = await settleProgram(call, shown);
    if (refusal !== null) throw new Refused(refusal);
    return createSession(call.db, application, ip, now, version);
  });
}
