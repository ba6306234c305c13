// What the Node client makes of a vector. The vectors take their expected results from here, so that
// clients in other languages agree with packages/client.
import { classify } from '@latchkey/client/classify.ts';
import { readAnswer } from '@latchkey/client/answer.ts';
import { verifyOfflinePass } from '@latchkey/client/index.ts';
import { readPublicKey } from '@latchkey/client/signature.ts';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import type { UnixSeconds } from '@latchkey/protocol/units.ts';
import type { AnswerCase, Operation } from './answer-cases.ts';
import type { PassCase } from './pass-cases.ts';
import { application } from './signing.ts';

/** `result` is `ok` or a reason. `value` is the text that the operation returns. */
export interface Verdict {
  readonly result: string;
  readonly value: string;
}

/** Whether a program may fall back on an offline pass depends on the kind, not on the reason. */
export type Kind = 'refused' | 'network' | 'signature' | 'clock' | 'line' | '';

const kinds: Readonly<Record<string, Kind>> = {
  ok: '',
  unreachable: 'network',
  timeout: 'network',
  tls: 'network',
  interrupted: 'network',
  'server-down': 'network',
  'captive-portal': 'network',
  'proxy-auth': 'network',
  'bad-signature': 'signature',
  'bad-reply': 'signature',
  'bad-download': 'signature',
  'pass-invalid': 'signature',
  'other-device': 'signature',
  'clock-skew': 'clock',
  'clock-behind': 'clock',
  'no-line': 'line',
  'other-service': 'line',
};

export function kindOf(result: string): Kind {
  return kinds[result] ?? 'refused';
}

export function judgeAnswer(given: Omit<AnswerCase, keyof Verdict | 'kind'>): Verdict {
  const nowMs = given.now * 1000;
  const request = {
    ...application,
    type: given.type,
    challenge: given.challenge,
    nowMs,
    trusted: given.keys.split(',').map(readPublicKey),
    notBeforeMs: given.newest * 1000,
  };
  const { reading } = readAnswer(request, {
    ok: true,
    status: given.status,
    headers: {
      ...(given.timestamp !== null && { 'x-signature-timestamp': given.timestamp }),
      ...(given.signature !== null && { 'x-signature-ed25519': given.signature }),
      'content-type': given.contentType,
    },
    body: Buffer.from(given.body, 'base64'),
  });
  const failed = (result: string): Verdict => ({ result, value: '' });
  if (reading.kind === 'unreadable') return failed(reading.facts.code);
  if (reading.kind === 'success') return judgeSuccess(given.type, reading.json);
  const { code } = classify(given.type, reading.answer, {}, nowMs).facts;
  // A reason is passed on as the service sent it, except that a fault is no refusal.
  return failed(code === 'server-down' ? code : reading.answer.reason || code);
}

function judgeSuccess(type: Operation, json: unknown): Verdict {
  const badReply: Verdict = { result: 'bad-reply', value: '' };
  const parsed = clientSpec[type].success.safeParse(json);
  return parsed.success ? { result: 'ok', value: valueOf(type, json) } : badReply;
}

/** Reads with the schema again, because TypeScript does not tie `type` to a parsed answer. */
function valueOf(type: Operation, json: unknown): string {
  switch (type) {
    case 'init':
      return clientSpec.init.success.parse(json).sessionid;
    case 'login':
    case 'license':
    case 'register':
    case 'trial':
      return accountText(clientSpec[type].success.parse(json).info);
    case 'check':
      return accountText(clientSpec.check.success.parse(json).info);
    case 'upgrade': {
      const { redeemed, expiry } = clientSpec.upgrade.success.parse(json);
      return secondsText(redeemed?.until ?? expiry);
    }
    case 'var':
      return clientSpec.var.success.parse(json).message;
    case 'getvar':
      return clientSpec.getvar.success.parse(json).response;
    case 'file': {
      const { size, sha256 } = clientSpec.file.success.parse(json);
      return `${size} ${sha256}`;
    }
    case 'webhook':
      return clientSpec.webhook.success.parse(json).response;
    case 'setvar':
    case 'log':
    case 'ban':
    case 'logout':
      return '';
  }
}

function secondsText(at: UnixSeconds | null): string {
  return at === null ? '' : `${Number(at)}`;
}

type Account = ReturnType<typeof clientSpec.login.success.parse>['info'];

/** The user, then each subscription with its level and end. */
function accountText(account: Account | null): string {
  if (account === null) return '';
  const subscriptions = account.subscriptions.map(
    ({ subscription, level, expiry }) => `${subscription}/${level ?? ''}/${secondsText(expiry)}`,
  );
  return [account.username, ...subscriptions].join(' ');
}

/** The service gave the pass for one computer, which a program checks if it knows its device id. */
export function judgePass(given: Omit<PassCase, keyof Verdict | 'kind'>): Verdict {
  const checked = verifyOfflinePass(given.pass, {
    ...application,
    publicKeys: given.keys.split(','),
    nowMs: given.now * 1000,
  });
  if (!checked.ok) {
    const { fault } = checked;
    return { result: fault === 'clock-behind' ? fault : `pass-${fault}`, value: '' };
  }
  if (given.device !== null && given.device !== checked.pass.hwid)
    return { result: 'other-device', value: '' };
  return { result: 'ok', value: checked.pass.username };
}
