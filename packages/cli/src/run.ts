// Runs a command and returns its exit code: 0 for success, 1 for a failure, 2 for incorrect usage.
import { argumentParser, serviceCommand } from '@latchkey/service/command-line';
import type { CliCall, Command, ParsedArguments, Streams } from './command.ts';
import { commands } from './commands/all-commands.ts';
import { createPrinter, type Printer } from './print.ts';
import { CliProblem, unexpectedProblem } from './problem.ts';
import { addCommand, emptyProgram } from './program.ts';
import { inCliTerms } from './refused-parameter.ts';
import { createAsk, createPut, type Ask, type AskAny, type PutBytes } from './seller-client.ts';
import { readSellerKey } from './seller-key.ts';
import { readServiceAddress } from './service-address.ts';
import { readLines } from './stdin-lines.ts';

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
  /** Waits before a retry. Resolves early when the user interrupts the command. */
  readonly wait: (ms: number) => Promise<void>;
}

export type ExitCode = 0 | 1 | 2;

export async function runCli(
  argv: readonly string[],
  streams: Streams,
  environment: Environment,
): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = emptyProgram(streams);
  const { env, stop } = environment;
  program.addCommand(
    serviceCommand(argumentParser('serve', streams), async (args) => {
      // Dynamic imports of the service's functions: loading the database code takes 200 ms.
      const service = await import('@latchkey/service/administration').catch(unexpectedProblem);
      if (!(service instanceof CliProblem))
        exitCode = await service.serve(args, env, streams, stop);
      else {
        streams.stderr.write(`${service.message}\n`);
        exitCode = service.exitCode;
      }
    }).description('Runs the license service'),
  );
  for (const command of commands)
    addCommand(program, command, async (args) => {
      exitCode = await perform(command, args, streams, environment);
    });
  return (await program.run(argv)) || exitCode;
}

async function perform(
  command: Command,
  args: ParsedArguments,
  streams: Streams,
  environment: Environment,
): Promise<ExitCode> {
  const printer = createPrinter(args, environment.env, streams);
  const stdin = readLines(printer.streams);
  try {
    const output = await command.run(await callOf(command, args, printer, stdin, environment));
    printer.print(output);
    return output.hasFailed === true ? 1 : 0;
  } catch (error) {
    const problem = error instanceof CliProblem ? error : unexpectedProblem(error);
    printer.printProblem(problem);
    return problem.exitCode;
  } finally {
    await stdin.close();
  }
}

async function callOf(
  command: Command,
  args: ParsedArguments,
  printer: Printer,
  stdin: CliCall['stdin'],
  environment: Environment,
): Promise<CliCall> {
  const { env, stop } = environment;
  const { say, printNow, progress, streams, hide } = printer;
  const { send, put } = isLocal(command, args)
    ? { send: rejectServiceCall, put: rejectServiceCall }
    : await connect(args, printer, stdin, environment);
  const askAny: AskAny = (type, parameters) =>
    send(type, parameters).catch((error: unknown) => {
      throw inCliTerms(error, command);
    });
  // The type restricts only names. answers.ts checks each value that a command reads.
  const ask = ((type, parameters = {}) => askAny(type, parameters)) as Ask;
  return { args, ask, askAny, put, say, printNow, progress, stdin, env, stop, streams, hide };
}

function isLocal({ isLocal }: Command, args: ParsedArguments): boolean {
  return typeof isLocal === 'function' ? isLocal(args) : isLocal === true;
}

const rejectServiceCall = () => Promise.reject(new Error('A local command asked a service.'));

async function connect(
  args: ParsedArguments,
  printer: Printer,
  stdin: CliCall['stdin'],
  { env, stop, wait }: Environment,
): Promise<{ readonly send: AskAny; readonly put: PutBytes }> {
  const address = readServiceAddress(args.text('url') ?? env['LATCHKEY_URL']);
  const timeoutMs = (args.integer('timeout', 1, 3600) ?? 30) * 1000;
  const sellerKey = await readSellerKey(args, env, stdin);
  printer.hide(sellerKey);
  if (stop.aborted) throw new CliProblem('Interrupted.');
  const options = {
    address,
    sellerKey,
    timeoutMs,
    method: args.isOn('get') ? ('GET' as const) : ('POST' as const),
    say: printer.say,
    wait,
    stop,
  };
  return { send: createAsk(options), put: createPut(options) };
}
