// The only place that keeps a password, or another secret to sign in with: from submit until signed in, Back, Cancel, quit or ten minutes.
// SECURITY: nothing here may put it into a phase, a snapshot, a log or an error.
import { type KeepAs, type SignInMethod } from '../ports.ts';
import { type Clock } from '@latchkey/client/ports.ts';

export const heldForMs = 10 * 60_000;

export interface HeldCredentials {
  readonly method: SignInMethod;
  /** How the key store is asked to keep them once they have signed in; null: it is not. */
  readonly keep: KeepAs | null;
  /** The kept sign-in that they are; null: they were typed. */
  readonly keptId: string | null;
  /** The service has accepted them before: nothing is sent by itself that nobody knows to be right. */
  readonly proven: boolean;
}

/** Kept, they sign in by themselves from then on: that is what "Keep me signed in" says. */
export function typed(method: SignInMethod, remember: boolean): HeldCredentials {
  const keep = remember ? { auto: true, insteadOf: null } : null;
  return { method, keep, keptId: null, proven: false };
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
