// Opens a session: callers that arrive while `init` is in flight share it.
// SECURITY: the session id comes from `init` only and is never stored or published.
import { type Licensing } from './licensing.ts';
import { refusalOf, type Reply } from './refusal.ts';
import { type Turn, within } from './turn.ts';

export interface SessionOpening {
  /** Returns the session id; sends `init` unless a session is open or being opened. */
  readonly open: (turn: Turn) => Promise<Reply<string>>;
  readonly id: () => string | null;
  readonly drop: () => void;
}

export function createSessionOpening(licensing: Licensing, version: string): SessionOpening {
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
        // The `init` of another caller was cancelled or timed out; this turn may try again.
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
