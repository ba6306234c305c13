// `var`: a global variable; its value is the answer's message (contract 1.7). Some are for signed-in sessions only.
import { shortText } from '@latchkey/protocol/primitives.ts';
import { type AlsoRead, refuseUnlessSignedIn, type SessionCall } from '../../api/call.ts';
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

/** The first statement reads the variable with the session. */
export function variableOf(values: ReadonlyMap<string, string>): AlsoRead | null {
  const varid = shortText.safeParse(values.get('varid')).data;
  return varid === undefined ? null : { kind: 'variable', varid };
}
