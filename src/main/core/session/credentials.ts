// What somebody signs in with: how each way asks the service, and the only place that keeps a password, or another secret to sign in
// with, from submit until signed in, Back, Cancel, quit or ten minutes.
// SECURITY: nothing here may put it into a phase, a snapshot, a log or an error.
import { type FailureCode } from '../../../shared/failure.ts';
import { type Step } from '../../../shared/step.ts';
import { type Info } from '@latchkey/protocol/client/common.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { type ServiceSession } from '@latchkey/client/service-session.ts';
import { type Turn } from '@latchkey/client/turn.ts';
import { type SaveOptions, type SignInMethod } from '../ports.ts';

/** Whom it signs in: who registered by a key alone has it as user name (contract 1.5). */
export function nameOf(method: SignInMethod): string {
  return method.kind === 'password' ? method.username : method.key;
}

/** `ask`: in the signed-in session, or in one that is opened where there is none. */
export function askSignIn(
  ask: ServiceSession['request'],
  turn: Turn,
  method: SignInMethod,
  own: { readonly hwid: string; readonly code?: string },
): Promise<Reply<{ readonly info: Info }>> {
  switch (method.kind) {
    case 'password':
      return ask(turn, 'login', { username: method.username, pass: method.password, ...own });
    case 'key':
      return ask(turn, 'license', { key: method.key, ...own });
  }
}

const wrongKey: readonly FailureCode[] = ['key-unknown', 'key-used'];

/** One request that can sign in, and what is shown meanwhile. */
export interface Way {
  readonly step: Step;
  readonly ask: (own: {
    readonly hwid: string;
    readonly code?: string;
  }) => Promise<Reply<{ readonly info: Info }>>;
}

const steps = { password: 'signing-in', key: 'checking-key' } as const;

/** In a session that is opened where there is none. */
export function wayOf(request: ServiceSession['request'], turn: Turn, method: SignInMethod): Way {
  return {
    step: steps[method.kind],
    ask: (own) => askSignIn(request, turn, method, own),
  };
}

/** The service does not take the secret, whatever else is tried. */
export function isWrong({ kind }: SignInMethod, code: FailureCode): boolean {
  return kind === 'password' ? code === 'bad-credentials' : wrongKey.includes(code);
}

export const heldForMs = 10 * 60_000;

export interface HeldCredentials {
  readonly method: SignInMethod;
  /** How the key store is asked to save them once they have signed in; null: it is not. */
  readonly save: SaveOptions | null;
  /** The saved sign-in that they are; null: they were typed. */
  readonly savedId: string | null;
  /** The service has accepted them before: nothing is sent by itself that nobody knows to be right. */
  readonly proven: boolean;
}

/** Saved, they sign in automatically from then on: that is what "Keep me signed in" says. */
export function typed(method: SignInMethod, remember: boolean): HeldCredentials {
  const save = remember ? { auto: true, insteadOf: null } : null;
  return { method, save, savedId: null, proven: false };
}

export interface CredentialsHolder {
  readonly hold: (credentials: HeldCredentials) => void;
  readonly get: () => HeldCredentials | null;
  /** The service took the secret for right, whatever else it asks for. */
  readonly prove: () => void;
  readonly drop: () => void;
}

/** `onForgotten`: the time was over, and they are gone. */
export function createCredentialsHolder(clock: Clock, onForgotten: () => void): CredentialsHolder {
  let held: HeldCredentials | null = null;
  let until = 0;
  let callOff: (() => void) | null = null;
  const drop = (): void => {
    held = null;
    callOff?.();
    callOff = null;
  };
  return {
    hold(credentials) {
      drop();
      held = credentials;
      until = clock.now() + heldForMs;
      callOff = clock.after(heldForMs, () => {
        drop();
        onForgotten();
      });
    },
    get() {
      // Timers stand still while the computer sleeps; the clock does not.
      if (clock.now() >= until) drop();
      return held;
    },
    prove() {
      if (held !== null) held = { ...held, proven: true };
    },
    drop,
  };
}
