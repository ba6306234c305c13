// Asks for confirmation in a terminal. Without a terminal, only `--yes` confirms.
import type { CliCall, CommandOption } from './command.ts';

export const yesOption: Readonly<Record<string, CommandOption>> = {
  yes: { help: 'skip the confirmation' },
};

/** `question` is a question such as "Refund it?", to which the function adds the answers. */
export async function confirm(
  { args, stdin, streams, say }: CliCall,
  question: string,
): Promise<boolean> {
  if (args.isOn('yes')) return true;
  if (streams.stdin.isTTY === true) {
    streams.stderr.write(`${question} [y/N] `);
    if (/^y(es)?$/i.test(((await stdin.next()) ?? '').trim())) return true;
    say('Nothing was done.');
  } else say('Nothing was done. Use --yes to confirm.');
  return false;
}
