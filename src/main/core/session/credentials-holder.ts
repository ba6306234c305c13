// The only place that keeps a password, or another secret to sign in with: from submit until signed in, Back, Cancel, quit or ten minutes.
// SECURITY: nothing here may put it into a phase, a snapshot, a log or an error.
import { type Clock, type SignInMethod } from '../ports.ts';

export const heldForMs = 10 * 60_000;

export interface HeldCredentials {
  readonly method: SignInMethod;
  /** Ask the key store to keep them once they have signed in. */
  readonly remember: boolean;
  readonly origin: 'form' | 'key-store';
  /** The service has accepted them before: nothing is sent by itself that nobody knows to be right. */
  readonly proven: boolean;
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
