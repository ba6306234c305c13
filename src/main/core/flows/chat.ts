// Reads and sends messages in the chat of a brand's users. A message counts as sent once the
// service returns it on a new request. No other decision depends on the text of messages.
import { type Chat, type ChatMessage, type SentChat } from '../../../shared/chat.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { isCheckable } from '../../../shared/phases.ts';
import { isSameName } from '../../../shared/same-name.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { type Action } from '../command-runner.ts';
import { type CoreParts } from '../parts.ts';
import { type LastUser, usernameForService } from '../session/last-user.ts';
import { type Turn } from '@latchkey/client/turn.ts';
import { type Refusal, type Reply } from '@latchkey/client/refusal.ts';
import { cleanMessage, cleanName } from '@latchkey/client/seller-text.ts';
import { mayHaveArrived } from '@latchkey/client/unsigned-answer.ts';
import { toMs } from '@latchkey/client/wire-time.ts';
import { accountKey } from './account-key.ts';
import { recordChatSeen } from './chat-seen.ts';
import { handleFailure, type ChecksParts } from './checks.ts';
import { failureOfFeature } from './unsupported.ts';

export type ChatParts = ChecksParts & Pick<CoreParts, 'commandRunner' | 'lastUser' | 'state'>;

export const chatIntervalMs = 10_000;
/** A limit for other services: the Latchkey service stores only 50 messages. */
export const maxMessages = 100;

type ServiceMessage = SuccessOf<'chatget'>['messages'][number];

/** One viewing of the chat, from opening to closing it. */
interface Viewing {
  readonly account: string;
  /** Time of the newest message in earlier viewings, unix milliseconds; null if there is none. */
  readonly since: number | null;
}

export interface ChatFlow {
  readonly read: (turn: Turn) => Promise<Result<Chat>>;
  readonly send: (action: Action, message: string) => Promise<Result<SentChat>>;
  /** Called when the page shows the chat: the next viewing marks only later messages. */
  readonly markShown: (chat: Chat) => void;
  readonly leave: () => void;
}

export function createChat(core: ChatParts): ChatFlow {
  let currentViewing: Viewing | null = null;
  const toShow = async (stored: readonly ServiceMessage[]): Promise<Chat> => {
    const account = await accountKey(core, usernameForService(core.lastUser));
    if (currentViewing?.account !== account)
      currentViewing = { account, since: core.state.get().chatSeenAt[account] ?? null };
    return chatOf(core, stored, currentViewing.since);
  };
  const markShown = ({ messages }: Chat): void => {
    const newest = messages.at(-1);
    if (currentViewing !== null && newest !== undefined)
      recordChatSeen(core, currentViewing.account, newest.at);
  };
  return {
    async read(turn) {
      const reply = await readMessages(core, turn);
      if (reply.ok) return ok(await toShow(reply.value));
      return fail(failureOfFeature(core, 'chat', reply.refusal));
    },
    async send(action, message) {
      if (core.config.community.chatChannel === undefined)
        return fail(core.failures.make({ code: 'cancelled' }));
      const { outcome, stored } = await sendAndVerify(core, action, message);
      if (typeof outcome !== 'string') return fail(await handleRefusal(core, action, outcome));
      const chat = stored === null ? null : await toShow(stored);
      if (chat !== null && action.isLive()) markShown(chat);
      return ok({ outcome, chat });
    },
    markShown,
    leave: () => void (currentViewing = null),
  };
}

async function readMessages(
  core: ChatParts,
  turn: Turn,
): Promise<Reply<readonly ServiceMessage[]>> {
  const channel = core.config.community.chatChannel ?? '';
  const reply = await core.serviceSession.requestSignedIn(turn, 'chatget', { channel });
  return reply.ok ? { ok: true, value: reply.value.messages.slice(-maxMessages) } : reply;
}

interface SendOutcome {
  readonly outcome: SentChat['outcome'] | Refusal;
  /** Null if the messages could not be read. */
  readonly stored: readonly ServiceMessage[] | null;
}

async function sendAndVerify(
  core: ChatParts,
  action: Action,
  message: string,
): Promise<SendOutcome> {
  action.limit();
  action.step('sending-request');
  const before = await readMessages(core, action);
  if (!before.ok) return { outcome: before.refusal, stored: null };
  const channel = core.config.community.chatChannel ?? '';
  const reply = await core.serviceSession.requestSignedIn(action, 'chatsend', { channel, message });
  if (!reply.ok && !mayHaveArrived(reply.refusal.facts.code))
    return { outcome: reply.refusal, stored: null };
  // SECURITY: neither a success nor a lost answer of `chatsend` proves anything.
  const after = await readMessages(core, action);
  if (!after.ok) {
    // The service reports the end of a session only once.
    await handleRefusal(core, action, after.refusal);
    return { outcome: 'unknown', stored: null };
  }
  const stored = after.value;
  if (hasArrived(core.lastUser, message, before.value, stored)) return { outcome: 'sent', stored };
  return { outcome: reply.ok ? 'lost' : reply.refusal, stored };
}

/** Compares counts, because an earlier message may have the same text. */
function hasArrived(
  user: LastUser,
  message: string,
  before: readonly ServiceMessage[],
  after: readonly ServiceMessage[],
): boolean {
  const newest = Math.max(-Infinity, ...before.map(({ timestamp }) => toMs(timestamp)));
  const count = (all: readonly ServiceMessage[]): number =>
    all.filter(
      (one) =>
        toMs(one.timestamp) >= newest &&
        isOwn(user, one.author) &&
        normalizeText(one.message) === normalizeText(message),
    ).length;
  return count(after) > count(before);
}

function normalizeText(text: string): string {
  return text.replaceAll('\r\n', '\n').normalize('NFC').trim();
}

/** A key-only user appears as the key's last characters, or as the whole key on some services. */
function isOwn(user: LastUser, author: string): boolean {
  if (isSameName(author, usernameForService(user))) return true;
  return user.key !== null && author === `****${user.key.slice(-4)}`;
}

function chatOf(
  { lastUser }: ChatParts,
  stored: readonly ServiceMessage[],
  since: number | null,
): Chat {
  const messages = stored.map((one): ChatMessage => {
    const own = isOwn(lastUser, one.author);
    const at = toMs(one.timestamp);
    return {
      // SECURITY: a key must never be shown in full.
      author: own ? lastUser.name : cleanName(one.author),
      text: cleanMessage(one.message),
      at,
      isOwn: own,
      isNew: !own && since !== null && at > since,
    };
  });
  return { messages: messages.filter(({ text }) => text !== '') };
}

/** Shows the failure's screen, unless the app runs and owns the session. */
async function handleRefusal(core: ChatParts, action: Action, refusal: Refusal): Promise<Failure> {
  const failure = failureOfFeature(core, 'chat', refusal);
  if (action.isLive() && isCheckable(core.publisher.phase()))
    await handleFailure(core, action, failure, refusal.lapsed);
  return failure;
}
