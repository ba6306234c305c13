// Rewrites the service's errors in terms of the CLI: the option or operand, or the command's own
// sentence.
import type { Command, ParameterSource } from './command.ts';
import { ServiceRefusal, type Failure } from './problem.ts';

/** Returns an error unchanged unless the command says more about its code or its parameter. */
export function inCliTerms(error: unknown, command: Command): unknown {
  if (!(error instanceof ServiceRefusal) || error.failure === null) return error;
  const { failure } = error;
  const own = command.sentences?.[failure.code];
  if (own !== undefined) return new ServiceRefusal(own, failure);
  const source = optionOf(command, failure) ?? operandOf(command, failure);
  if (source === undefined) return error;
  if (failure.code === 'parameter-unknown')
    return new ServiceRefusal(`The service does not know ${source.name}.`, failure);
  const rule =
    source.allowed !== undefined
      ? `It must be ${source.allowed}.`
      : failure.code === 'parameter-missing'
        ? 'It must not be empty.'
        : 'Its value is not valid.';
  return new ServiceRefusal(`The service refused ${source.name}. ${rule}`, failure);
}

/** Codes about one value of a parameter. */
const valueCodes: ReadonlySet<Failure['code']> = new Set([
  'parameter-missing',
  'parameter-invalid',
  'parameter-unknown',
]);

function operandOf(command: Command, { code, parameter }: Failure): ParameterSource | undefined {
  return parameter === null || !valueCodes.has(code) ? undefined : command.operandOf?.(parameter);
}

function optionOf(
  { options = {} }: Command,
  { code, parameter }: Failure,
): ParameterSource | undefined {
  const matchingOption = Object.entries(options).find(
    ([, option]) =>
      option.refusals?.includes(code) === true ||
      (parameter !== null && valueCodes.has(code) && option.parameter === parameter),
  );
  return matchingOption && { name: `--${matchingOption[0]}`, allowed: matchingOption[1].allowed };
}
