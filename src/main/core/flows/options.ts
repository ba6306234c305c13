// Reads and saves the account's options, which the service stores as user variables. A value counts
// as saved once the service returns it on a new request.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { type OptionOffer, type OptionValues, type SavedOption } from '../../../shared/options.ts';
import { type Action } from '../command-runner.ts';
import { type Refusal } from '@latchkey/client/refusal.ts';
import { mayHaveArrived } from '@latchkey/client/unsigned-answer.ts';
import { handleFeatureRefusal, type ChecksParts } from './checks.ts';
import { type CoreParts } from '../parts.ts';

type ReadOption =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly refusal: Refusal };

const variableOf = ({ name }: OptionOffer): string => `option.${name}`;

export async function readOptions(
  core: ChecksParts,
  action: Action,
): Promise<Result<OptionValues>> {
  action.limit();
  const values = await readAll(core, action);
  const refused = values.find(([, result]) => !result.ok)?.[1];
  if (refused?.ok === false)
    return fail(await handleFeatureRefusal(core, action, 'options', refused.refusal));
  return ok(readableValues(values));
}

/** Omits unreadable options, because they must not prevent the launch. */
export async function readLaunchOptions(
  core: Pick<CoreParts, 'config' | 'log' | 'serviceSession'>,
  action: Action,
): Promise<OptionValues> {
  const values = await readAll(core, action);
  for (const [, result] of values)
    if (!result.ok) core.log.info('option not read', { code: result.refusal.facts.code });
  return readableValues(values);
}

export async function saveOption(
  core: ChecksParts,
  action: Action,
  { name, value, before }: CommandInput<'saveOption'>,
): Promise<Result<SavedOption>> {
  const option = core.config.options.find((option) => option.name === name);
  if (option?.values.includes(value) !== true)
    return fail(core.failures.make({ code: 'invalid-input', fields: ['value'] }));
  action.limit();
  action.step('sending-request');
  const now = await read(core, action, option);
  if (!now.ok) return fail(await handleFeatureRefusal(core, action, 'options', now.refusal));
  if (now.value !== before && now.value !== value)
    return ok({ outcome: 'elsewhere', value: now.value });
  const variable = { var: variableOf(option), data: value };
  const reply = await core.serviceSession.requestSignedIn(action, 'setvar', variable);
  if (!reply.ok && !mayHaveArrived(reply.refusal.facts.code))
    return fail(await handleFeatureRefusal(core, action, 'options', reply.refusal));
  // SECURITY: neither a success nor a lost answer of `setvar` proves anything.
  const current = await read(core, action, option);
  if (current.ok && current.value === value) return ok({ outcome: 'saved', value });
  if (!reply.ok) return fail(await handleFeatureRefusal(core, action, 'options', reply.refusal));
  return current.ok
    ? ok({ outcome: 'lost', value: current.value })
    : fail(await handleFeatureRefusal(core, action, 'options', current.refusal));
}

function readAll(
  core: Pick<CoreParts, 'config' | 'serviceSession'>,
  action: Action,
): Promise<readonly (readonly [name: string, read: ReadOption])[]> {
  const { options } = core.config;
  return Promise.all(
    options.map(async (option) => [option.name, await read(core, action, option)] as const),
  );
}

/** Reads the effective value: a value that is not offered is replaced by the first one. */
async function read(
  { serviceSession }: Pick<CoreParts, 'serviceSession'>,
  action: Action,
  option: OptionOffer,
): Promise<ReadOption> {
  const reply = await serviceSession.requestSignedIn(action, 'getvar', { var: variableOf(option) });
  if (!reply.ok && reply.refusal.facts.code !== 'variable-unknown')
    return { ok: false, refusal: reply.refusal };
  const [first = ''] = option.values;
  const stored = reply.ok ? reply.value.response : first;
  return { ok: true, value: option.values.includes(stored) ? stored : first };
}

function readableValues(
  values: readonly (readonly [name: string, read: ReadOption])[],
): OptionValues {
  return Object.fromEntries(
    values.flatMap(([name, one]) => (one.ok ? [[name, one.value] as const] : [])),
  );
}
