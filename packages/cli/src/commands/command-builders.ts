// Builds two kinds of commands: one lists rows, and one applies an operation to each operand.
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import type { AnswerTo, FieldOf, RowOf } from '../answer-types.ts';
import type { CliCall, Command, CommandOption, Output } from '../command.ts';
import { allRows } from '../lists.ts';
import type { Answer } from '../seller-client.ts';
import { tableOf, type Column } from '../table.ts';
import { runForEach, namesOf } from './run-for-each.ts';

interface ListCommand<Type extends SellerType, Name extends FieldOf<AnswerTo<Type>>> {
  readonly words: string;
  readonly summary: string;
  readonly type: Type;
  readonly list: Name;
  /** Singular and plural, such as "user" and "users". */
  readonly nouns: readonly [string, string];
  readonly columns: readonly Column<RowOf<Type, Name>>[];
}

export function listCommand<
  const Type extends SellerType,
  const Name extends FieldOf<AnswerTo<Type>>,
>(description: ListCommand<Type, Name>): Command {
  const { words, summary, type, list, nouns, columns } = description;
  return {
    words,
    summary,
    async run({ askAny }) {
      const rows = await allRows(askAny, type, list);
      return {
        document: { [list]: rows },
        table: tableOf(rows, columns),
        lines: [`${rows.length} ${nouns[rows.length === 1 ? 0 : 1]}`],
      };
    },
  };
}

interface EachOperandCommand {
  readonly words: string;
  readonly summary: string;
  /** Name of the operand in the help, such as "USER". */
  readonly operand: string;
  /** The parameter of the seller API that carries the operand. */
  readonly parameter: string;
  /** Accepted values, as a completion of "It must be". */
  readonly allowed?: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  readonly notes?: readonly string[];
  readonly sentences?: Command['sentences'] & object;
  /** Runs before `act`, for example to ask for confirmation. An output ends the command. */
  readonly before?: (call: CliCall, names: readonly string[]) => Promise<Output | null>;
  readonly act: (call: CliCall, name: string) => Promise<Answer>;
}

export function eachOperandCommand(description: EachOperandCommand): Command {
  const { operand, parameter, allowed, act, before, notes = [], ...rest } = description;
  return {
    ...rest,
    notes: [...notes, `Use - instead of ${operand} to read them from stdin, one per line.`],
    operands: `<${operand}...>`,
    operandOf: (name) => (name === parameter ? { name: operand, allowed } : undefined),
    async run(call) {
      const names = await namesOf(call);
      return (await before?.(call, names)) ?? runForEach(call, names, (name) => act(call, name));
    },
  };
}
