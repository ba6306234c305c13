// What the ways to sign in differ in: whose they are, how they ask the service, and when it has called their secret wrong. Pure.
import { type FailureCode } from '../../../shared/failure.ts';
import { type Step } from '../../../shared/step.ts';
import { type Info } from '@latchkey/protocol/client/common.ts';
import { type SignInMethod } from '../ports.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { type ServiceSession } from '@latchkey/client/service-session.ts';
import { type Turn } from '@latchkey/client/turn.ts';

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
