// The operations of the client API beyond signing in, redeeming and checking: request and success of each, as in
// client-api.ts.
import { z } from 'zod';
import { clientApi, common, info, inSession, success } from './client-api.ts';
import { flag } from './seller-spec.ts';
import { code, email, hwid, keyText, password, shortText, username } from './primitives.ts';

/** Bounded text in which line ends and tabs are allowed, no other control characters and no lone surrogates. */
function longText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !/[\p{Cs}]|[^\P{Cc}\n\r\t]/u.test(text));
}

/** Beside the parameters of `init` that the loader sends: what the token system asks for. */
export const initTokens = {
  token: z.string().max(100).optional(),
  thash: z.string().max(300).optional(),
};

/** `check` with what clients ask of it beside the session, and read. */
export const checkPaid = {
  request: clientApi.check.request.extend({ check_paid: flag.optional().catch(undefined) }),
  success: clientApi.check.success.extend({ role: z.literal('customer').optional() }),
};

const counts = z.object({
  numUsers: z.string(),
  numOnlineUsers: z.string(),
  numKeys: z.string(),
  version: z.string(),
  customerPanelLink: z.string(),
});
const signedIn = z.object({ ...success, info });
const messageOnly = z.object(success);

export const clientMore = {
  register: {
    request: z.object({
      ...inSession,
      username,
      pass: password,
      key: keyText,
      email: email.optional(),
      hwid: hwid.optional(),
    }),
    success: signedIn,
  },
  /** As `login`, by the mail address that the user registered with. */
  loginEmail: {
    request: z.object({
      ...inSession,
      email: email.refine((text) => text !== ''),
      pass: password,
      hwid: hwid.optional(),
      code: code.optional(),
    }),
    success: signedIn,
  },
  license: {
    request: z.object({
      ...inSession,
      key: keyText,
      hwid: hwid.optional(),
      code: code.optional(),
    }),
    success: signedIn,
  },
  getvar: {
    request: z.object({ ...inSession, var: shortText }),
    success: z.object({ ...success, response: z.string() }),
  },
  setvar: {
    request: z.object({ ...inSession, var: shortText, data: longText(500) }),
    success: messageOnly,
  },
  /** success: true means blacklisted. */
  checkblacklist: {
    request: z.object({ ...inSession, hwid: hwid.optional() }),
    success: messageOnly,
  },
  ban: {
    request: z.object({ ...inSession, reason: longText(99).optional(), hwid: hwid.optional() }),
    success: messageOnly,
  },
  file: {
    request: z.object({ ...inSession, fileid: shortText }),
    /** `contents`: the bytes in hex, only of files up to 1 MiB; `download`: an address of this service, relative to its own. */
    success: z.object({
      ...success,
      contents: z.string().optional(),
      size: z.number(),
      sha256: z.string(),
      download: z.string(),
    }),
  },
  log: {
    request: z.object({
      ...common,
      sessionid: inSession.sessionid,
      message: longText(275).min(1),
      pcuser: longText(100).optional(),
    }),
    success: messageOnly,
  },
  webhook: {
    request: z.object({
      ...inSession,
      webid: shortText,
      params: z.string().max(2000).optional(),
      body: z.string().max(32_768).optional(),
      conttype: z.string().max(100).optional(),
    }),
    success: z.object({ ...success, response: z.string() }),
  },
  chatget: {
    request: z.object({ ...inSession, channel: shortText }),
    success: z.object({
      ...success,
      messages: z.array(
        z.object({ author: z.string(), message: z.string(), timestamp: z.number() }),
      ),
    }),
  },
  chatsend: {
    request: z.object({ ...inSession, channel: shortText, message: longText(8000) }),
    success: messageOnly,
  },
  fetchOnline: {
    request: z.object(inSession),
    success: z.object({ ...success, users: z.array(z.object({ credential: z.string() })) }),
  },
  fetchStats: {
    request: z.object(inSession),
    success: z.object({ ...success, appinfo: counts }),
  },
  forgot: {
    request: z.object({ ...inSession, username, email }),
    success: messageOnly,
  },
  changeUsername: {
    request: z.object({ ...inSession, newUsername: username }),
    success: messageOnly,
  },
  /** Without a code: the offer, in `2fa`. With one: the confirmation. */
  '2faenable': {
    request: z.object({ ...inSession, code: code.optional() }),
    success: z.object({
      ...success,
      '2fa': z.object({ secret_code: z.string(), QRCode: z.string() }).optional(),
    }),
  },
  '2fadisable': {
    request: z.object({ ...inSession, code: code.optional() }),
    success: messageOnly,
  },
} as const;
