// The option `--dry-run`: the service answers what a change would do, and changes nothing.
import type { CliCall, CommandOption, Output } from './command.ts';
import { CliProblem, ServiceRefusal } from './problem.ts';

export const dryRunOption: Readonly<Record<string, CommandOption>> = {
  'dry-run': { help: 'say what would happen, and change nothing' },
};

/** The value of the parameter `dryrun`. Await `checkDryRuns` before the request. */
export function dryRunFlag({ args }: CliCall): '1' | undefined {
  return args.isOn('dry-run') ? '1' : undefined;
}

/** For `before` of a command. Returns no output. */
export async function beforeDryRun(call: CliCall): Promise<Output | null> {
  if (dryRunFlag(call) !== undefined) await checkDryRuns(call);
  return null;
}

/**
 * Throws CliProblem unless the service has dry runs. Earlier versions ignore the parameter and
 * would make the change. Later ones refuse it for operations without dry runs.
 */
export async function checkDryRuns({ askAny }: Pick<CliCall, 'askAny'>): Promise<void> {
  try {
    await askAny('setseller', { dryrun: '1' });
  } catch (error) {
    if (error instanceof ServiceRefusal && error.failure?.parameter === 'dryrun') return;
    throw error;
  }
  throw new CliProblem('This service has no dry runs. Nothing was changed.');
}
