// `var`: a global variable; its value is the answer's message (contract 1.7). Some are for signed-in sessions only.
import { refuseUnlessSignedIn, type SessionCall } from '../../call.ts';
import { refuse, type Outcome } from '../../outcome.ts';

/** The variable was read with the session: programs ask for variables all the time. */
export function globalVariable(call: SessionCall): Promise<Outcome<'var'>> {
  const { variable } = call;
  return Promise.resolve(
    (variable?.authed === 1 ? refuseUnlessSignedIn(call) : null) ??
      (variable === null
        ? refuse('variable-unknown')
        : { ok: true, answer: { message: variable.value } }),
  );
}
