// From parameters to an outcome: which application, which operation, do its parameters fit, run it.
import { z } from 'zod';
import { clientApi, type ClientOperation, type ClientRequest } from '../shared/wire/client-api.ts';
import { challenge, ownerid, shortText } from '../shared/wire/primitives.ts';
import type { Call } from './call.ts';
import { check } from './operations/check.ts';
import { globalVariable } from './operations/global-variable.ts';
import { init } from './operations/init.ts';
import { login } from './operations/login.ts';
import { logout } from './operations/logout.ts';
import { upgrade } from './operations/upgrade.ts';
import { refuse, type Outcome } from './outcome.ts';
import { parseParameters, type Parameters } from './request-parameters.ts';

const operations = {
  init: operation('init', init),
  login: operation('login', login),
  upgrade: operation('upgrade', upgrade),
  var: operation('var', globalVariable),
  check: operation('check', check),
  logout: operation('logout', logout),
} as const satisfies Record<ClientOperation, unknown>;

/** An operation that takes parameters as they came and checks them with its schema of the wire. */
function operation<Type extends ClientOperation>(
  type: Type,
  run: (call: Call, request: ClientRequest<Type>) => Promise<Outcome<Type>>,
): (call: Call, values: ReadonlyMap<string, string>) => Promise<Outcome> {
  return async (call, values) => {
    const parsed = parseParameters(clientApi[type].request, values);
    if (!parsed.ok) return parsed.refusal;
    return run(call, parsed.request as ClientRequest<Type>); // the schema of this very type
  };
}

/** Read before the operation is known; `ownerid` before `name`, as clients of this family are used to. */
const common = z.object({ challenge: challenge.optional(), ownerid, name: shortText });

export async function runClientApi(
  parts: Omit<Call, 'application'>,
  { values, refusal }: Parameters,
): Promise<Outcome> {
  if (refusal !== null) return refusal;
  const head = parseParameters(common, values);
  if (!head.ok) return head.refusal;
  const application = await parts.db
    .selectFrom('applications')
    .selectAll()
    .where('name', '=', head.request.name)
    .where('ownerid', '=', head.request.ownerid)
    .executeTakeFirst();
  if (application === undefined) return refuse('app-unknown');
  const type = values.get('type') ?? '';
  if (!isOperation(type)) return refuse('type-unknown');
  return operations[type]({ ...parts, application }, values);
}

function isOperation(type: string): type is ClientOperation {
  return Object.hasOwn(operations, type);
}
