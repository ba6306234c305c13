// Rewrites the service's errors in terms of the CLI: the option or operand, or an unknown record.
import { sellerApi, type SellerType } from '@latchkey/protocol/seller-api.ts';
import type { Command, ParameterSource } from './command.ts';
import { ServiceRefusal } from './problem.ts';

const parameterRefusal =
  /^The service says: The parameter "([\w-]+)" (is missing|is not valid|is not known)\.$/;

/**
 * Returns an error unchanged unless it is about an unknown record, or about a parameter with an
 * option or operand.
 */
export function inCliTerms(error: unknown, command: Command): unknown {
  if (!(error instanceof ServiceRefusal)) return error;
  const { unknown } = command;
  if (unknown !== undefined && isRefusalOf(unknown.operation, error))
    return new ServiceRefusal(unknown.sentence);
  const [, parameter, fault] = parameterRefusal.exec(error.message) ?? [];
  const source = optionOf(command, parameter, error.message) ?? operandOf(command, parameter);
  if (source === undefined) return error;
  if (fault === 'is not known')
    return new ServiceRefusal(`The service does not know ${source.name}.`);
  const rule =
    source.allowed !== undefined
      ? `It must be ${source.allowed}.`
      : fault === 'is missing'
        ? 'It must not be empty.'
        : 'Its value is not valid.';
  return new ServiceRefusal(`The service refused ${source.name}. ${rule}`);
}

function isRefusalOf(operation: SellerType, { message }: ServiceRefusal): boolean {
  const texts: readonly string[] = sellerApi[operation].failures;
  return texts.some((text) => message === `The service says: ${text}`);
}

function operandOf(command: Command, parameter: string | undefined): ParameterSource | undefined {
  return parameter === undefined ? undefined : command.operandOf?.(parameter);
}

function optionOf(
  { options = {} }: Command,
  parameter: string | undefined,
  message: string,
): ParameterSource | undefined {
  const matchingOption = Object.entries(options).find(([, option]) =>
    parameter === undefined
      ? option.refusals?.some((text) => message.startsWith(`The service says: ${text}`)) === true
      : option.parameter === parameter,
  );
  return matchingOption && { name: `--${matchingOption[0]}`, allowed: matchingOption[1].allowed };
}
