// The session with the service: opened once, kept, opened again when it is gone. One call after the other.
// SECURITY: its id comes from `init` only, is never taken over from another answer, never stored, never published.
import { type ClientType, type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { type Licensing, type Params } from './licensing.ts';
import { type Clock } from './ports.ts';
import { refusalOf, type Reply } from './refusal.ts';
import { createErrands, type Turn, within } from './turn.ts';

const openLimitMs = 15_000;
const logoutLimitMs = 5_000;

/** All but `init`, which opens it. */
type InSession = Exclude<ClientType, 'init'>;
type Own<Type extends ClientType> = Omit<Params<Type>, 'sessionid'>;

export interface ServiceSession {
  /** Sends `init` unless a session is open or being opened. */
  readonly open: (turn: Turn) => Promise<Reply<string>>;
  /** Opens a session when there is none; when it turns out to be gone, opens one and asks the same once more. */
  readonly request: <Type extends InSession>(
    turn: Turn,
    type: Type,
    params: Own<Type>,
  ) => Promise<Reply<SuccessOf<Type>>>;
  /** Needs the signed-in session: one that is gone is an answer. */
  readonly requestSignedIn: <Type extends InSession>(
    turn: Turn,
    type: Type,
    params: Own<Type>,
  ) => Promise<Reply<SuccessOf<Type>>>;
  /** For the launched app; null when there is none. */
  readonly id: () => string | null;
  /** The public key that the last verified answer was signed by; null: there was none. */
  readonly verifiedBy: () => string | null;
  /** Forgets the session: nobody knows what became of it. */
  readonly drop: () => void;
  /** Opens one in the background, so that the next sign-in is a single request. */
  readonly prepare: () => void;
  /** Logs out in the background and prepares a fresh session. */
  readonly leave: () => void;
  readonly stop: () => void;
}

export interface ServiceSessionParts {
  readonly licensing: Licensing;
  readonly clock: Clock;
  /** An error in a call that nobody waits for. */
  readonly onDefect: (error: unknown) => void;
  /** Of the seller's program, as the service compares it. */
  readonly version: string;
}

export function createServiceSession(parts: ServiceSessionParts): ServiceSession {
  const { licensing, clock, onDefect, version } = parts;
  const { open, id, drop } = createOpening(licensing, version);
  const errands = createErrands(clock, onDefect);
  const prepare = (): void => errands.run(openLimitMs, open);

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
        return { ok: false, during: type, refusal: refusalOf({ code: 'session-gone' }) };
      return licensing.call(turn, type, withSession(params, current));
    },
    id,
    verifiedBy: licensing.verifiedBy,
    drop,
    prepare,
    leave() {
      const left = id();
      drop();
      if (left !== null)
        errands.run(logoutLimitMs, (turn) => licensing.call(turn, 'logout', { sessionid: left }));
      prepare();
    },
    stop() {
      errands.stop();
      drop();
    },
  };
}

function withSession<Type extends ClientType>(params: Own<Type>, sessionid: string): Params<Type> {
  // Own<Type> is Params<Type> without the session id, which is put back here.
  return { ...params, sessionid } as unknown as Params<Type>;
}

/** Sends `init`, once, however many wait for it. */
function createOpening(
  licensing: Licensing,
  version: string,
): Pick<ServiceSession, 'open' | 'id' | 'drop'> {
  let id: string | null = null;
  let opening: Promise<Reply<string>> | null = null;

  const init = async (turn: Turn): Promise<Reply<string>> => {
    try {
      const reply = await licensing.call(turn, 'init', { ver: version });
      if (!reply.ok) return reply;
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
        const mine = opening === null;
        opening ??= init(turn);
        const reply = await within(turn, opening);
        if (typeof reply === 'string')
          return { ok: false, during: 'init', refusal: refusalOf({ code: reply }) };
        // Somebody else began this one, and gave it up or ran out of their time; ours is not over.
        const ended = reply.ok ? null : reply.refusal.facts.code;
        if (mine || (ended !== 'cancelled' && ended !== 'timeout')) return reply;
      }
    },
    id: () => id,
    drop() {
      id = null;
    },
  };
}
