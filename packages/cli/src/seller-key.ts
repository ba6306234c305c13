// Reads the seller key from a private file or from stdin.
// SECURITY: the key is never an argument, because all users of the machine can see arguments.
import type { ParsedArguments, LineSource } from './command.ts';
import { readPrivateFile } from './private-file.ts';
import { CliProblem, wrongUsage } from './problem.ts';

export async function readSellerKey(
  args: ParsedArguments,
  env: Readonly<Record<string, string | undefined>>,
  stdin: LineSource,
): Promise<string> {
  const named = args.text('key-file');
  if (args.isOn('key-stdin')) {
    if (named !== undefined) throw wrongUsage('Choose one of --key-file and --key-stdin.');
    return checked((await stdin.secret('Seller key')) ?? '', 'stdin');
  }
  const file = named ?? env['LATCHKEY_SELLER_KEY_FILE'];
  if (file === undefined || file === '')
    throw wrongUsage(
      'The seller key is missing. Give its file with --key-file or LATCHKEY_SELLER_KEY_FILE, or use --key-stdin.',
    );
  return checked(readPrivateFile(file), file);
}

/** Rejects short texts, because masking them in the output would damage other words. */
function checked(text: string, place: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]{8,200}$/.test(key)) return key;
  throw new CliProblem(
    `There is no seller key in ${place}. A seller key is one word of 8 to 200 characters.`,
  );
}
