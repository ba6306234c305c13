// Manages the session with the service, and replaces a session that the service has ended.
// SECURITY: the session id comes only from `init`, and is never stored or shown.
import { type ClientType, type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { type Licensing, type Params } from './licensing.ts';
import { type Clock } from './ports.ts';
import { refusalOf, type Reply } from './refusal.ts';
import { createBackgroundCalls, type Turn, within } from './turn.ts';

const openLimitMs = 15_000;
const logoutLimitMs = 5_000;

type SessionOperation = Exclude<ClientType, 'init'>;
type ParamsWithoutSession<Type extends ClientType> = Omit<Params<Type>, 'sessionid'>;

export interface ServiceSession {
  /** Returns the session id. Sends `init` unless a session is open or being opened. */
  readonly open: (turn: Turn) => Promise<Reply<string>>;
  /** Opens a session if needed. If the service has ended the session, retries once in a new one. */
  readonly request: <Type extends SessionOperation>(
    turn: Turn,
    type: Type,
    params: ParamsWithoutSession<Type>,
  ) => Promise<Reply<SuccessOf<Type>>>;
  /** Returns `session-gone` instead of opening a session, for operations that need a sign-in. */
  readonly requestSignedIn: <Type extends SessionOperation>(
    turn: Turn,
    type: Type,
    params: ParamsWithoutSession<Type>,
  ) => Promise<Reply<SuccessOf<Type>>>;
  /** The id of the open session, for the launched program, or null if no session is open. */
  readonly id: () => string | null;
  /** The public key that signed the last verified answer, or null before the first one. */
  readonly verifiedBy: () => string | null;
  /** Forgets the session without a `logout`. */
  readonly drop: () => void;
  /** Opens a session in the background, so that the next sign-in is a single request. */
  readonly prepare: () => void;
  /** Logs out in the background and prepares a fresh session. */
  readonly logOut: () => void;
  readonly stop: () => void;
}

export interface ServiceSessionParts {
  readonly licensing: Licensing;
  readonly clock: Clock;
  /** Called with an exception of a background call. */
  readonly onDefect: (error: unknown) => void;
  readonly version: string;
  /** Called with each answer to `init`. */
  readonly onOpened?: (answer: SuccessOf<'init'>) => void;
}

export function createServiceSession(parts: ServiceSessionParts): ServiceSession {
  const { licensing, clock, onDefect } = parts;
  const { open, id, drop } = createOpening(parts);
  const background = createBackgroundCalls(clock, onDefect);
  const prepare = (): void => background.run(openLimitMs, open);

  return {
    open,
    request: async (turn, type, params) => {
      const first = await open(turn);
      if (!first.ok) return first;
      const reply = await licensing.call(turn, type, withSession(params, first.value));
      if (reply.ok || reply.refusal.facts.code !== 'session-gone') return reply;
      if (id() === first.value) drop();
      const second = await open(turn);
      if (!second.ok) return second;
      return licensing.call(turn, type, withSession(params, second.value));
    },
    requestSignedIn: async (turn, type, params) => {
      const current = id();
      if (current === null)
        return { ok: false, failedOperation: type, refusal: refusalOf({ code: 'session-gone' }) };
      return licensing.call(turn, type, withSession(params, current));
    },
    id,
    verifiedBy: licensing.verifiedBy,
    drop,
    prepare,
    logOut() {
      const oldId = id();
      drop();
      if (oldId !== null)
        background.run(logoutLimitMs, (turn) =>
          licensing.call(turn, 'logout', { sessionid: oldId }),
        );
      prepare();
    },
    stop() {
      background.stop();
      drop();
    },
  };
}

function withSession<Type extends ClientType>(
  params: ParamsWithoutSession<Type>,
  sessionid: string,
): Params<Type> {
  // The session id is the only field that ParamsWithoutSession lacks.
  return { ...params, sessionid } as unknown as Params<Type>;
}

/** Opens the session. Concurrent callers share one `init`. */
function createOpening({
  licensing,
  version,
  onOpened,
}: ServiceSessionParts): Pick<ServiceSession, 'open' | 'id' | 'drop'> {
  let id: string | null = null;
  let opening: Promise<Reply<string>> | null = null;

  const init = async (turn: Turn): Promise<Reply<string>> => {
    try {
      const reply = await licensing.call(turn, 'init', { ver: version });
      if (!reply.ok) return reply;
      onOpened?.(reply.value);
      id = reply.value.sessionid;
      return { ok: true, value: id };
    } finally {
      opening = null;
    }
  };

  return {
    async open(turn) {
      for (;;) {
        if (id !== null) return { ok: true, value: id };
        const isOwnInit = opening === null;
        opening ??= init(turn);
        const reply = await within(turn, opening);
        if (typeof reply === 'string')
          return { ok: false, failedOperation: 'init', refusal: refusalOf({ code: reply }) };
        // The `init` of another caller was cancelled or timed out, so this turn sends its own.
        const ended = reply.ok ? null : reply.refusal.facts.code;
        if (isOwnInit || (ended !== 'cancelled' && ended !== 'timeout')) return reply;
      }
    },
    id: () => id,
    drop() {
      id = null;
    },
  };
}
