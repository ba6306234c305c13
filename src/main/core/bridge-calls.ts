// Answers one bridge call: checks the size, parses the input, runs the handler, reports errors. The
// caller (the shell's ipc, the preview) checks the sender. Input errors name fields, never values.
import { type CommandName } from '../../shared/commands.ts';
import { commands, type CommandInput, type Handlers } from '../../shared/contract.ts';
import { fail, type Result } from '../../shared/failure.ts';
import { maxCallBytes } from '@latchkey/protocol/limits.ts';
import { createFailures } from './failures.ts';
import { type Log } from './ports.ts';
import { type RandomHex } from '@latchkey/client/ports.ts';

/** Never throws. A defect becomes `internal`, with its report id in the log. */
export async function answerCall(
  handlers: Handlers,
  log: Log,
  randomHex: RandomHex,
  name: CommandName,
  input: unknown,
): Promise<Result<unknown>> {
  const failures = createFailures(log, randomHex);
  const invalid = (fields: readonly string[]) =>
    fail(failures.make({ code: 'invalid-input', fields }));
  try {
    if (!fits(input)) return invalid([]);
    const parsed = commands[name].safeParse(input);
    if (!parsed.success) return invalid(fieldsOf(parsed.error.issues));
    // `name` selected the schema that parsed the data.
    return await handle(handlers, name, parsed.data as CommandInput<typeof name>);
  } catch (error) {
    return fail(failures.defect(`command ${name} failed`, error));
  }
}

async function handle<Name extends CommandName>(
  handlers: Handlers,
  name: Name,
  input: CommandInput<Name>,
): Promise<Result<unknown>> {
  return handlers[name](input);
}

function fits(input: unknown): boolean {
  try {
    const text: unknown = JSON.stringify(input); // undefined for undefined, a function or a symbol
    return typeof text === 'string' && Buffer.byteLength(text) <= maxCallBytes;
  } catch {
    return false; // circular, BigInt
  }
}

/** Returns field names of the schema. Omits unknown fields, whose names the sender chose. */
function fieldsOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string[] {
  const names = issues.map((issue) => issue.path[0]).filter((step) => typeof step === 'string');
  return [...new Set(names)];
}
