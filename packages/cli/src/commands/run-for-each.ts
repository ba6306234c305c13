// Applies an operation to each operand or line of stdin, and reports the failures.
import { english } from '@latchkey/seller-copy/en/english.ts';
import { timeChangesText } from '@latchkey/seller-copy/grant-text.ts';
import { messageOf } from '../answers.ts';
import type { CliCall, Output } from '../command.ts';
import { formats } from '../formats.ts';
import { escapeControls } from '../plain-text.ts';
import { CliProblem, codeOf, ServiceRefusal, wrongUsage } from '../problem.ts';
import type { Answer } from '../seller-client.ts';

const maxStdinLength = 16 * 1024 * 1024;

/** Returns the operands, or the lines of stdin for a single `-`. Throws if stdin is empty. */
export async function namesOf({ args, stdin }: CliCall): Promise<readonly string[]> {
  const { operands } = args;
  if (operands.length !== 1 || operands[0] !== '-') return operands;
  const lines = (await stdin.readToEnd(maxStdinLength)).split('\n').map((line) => line.trim());
  const names = lines.filter((line) => line !== '');
  if (names.length === 0) throw wrongUsage('Stdin has no lines.');
  return names;
}

/** Continues after a refusal, and stops after any other failure. Both set `hasFailed`. */
export async function runForEach(
  call: CliCall,
  names: readonly string[],
  act: (name: string) => Promise<Answer>,
): Promise<Output> {
  const results: { name: string; success: boolean; message: string; code?: string }[] = [];
  const timeChangeLines: string[] = [];
  for (const name of names) {
    if (call.stop.aborted) {
      call.say(`Interrupted. ${results.length} of ${names.length} were done.`);
      break;
    }
    try {
      const answer = await act(name);
      const changes = timeChangesText(english, answer, formats);
      const message = [messageOf(answer), changes].filter((one) => one !== '').join(' ');
      results.push({ name, success: true, message });
      if (changes !== '') timeChangeLines.push(`${name}: ${changes}`);
    } catch (error) {
      if (!(error instanceof CliProblem)) throw error;
      results.push({ name, success: false, message: error.message, ...codeOf(error) });
      if (!(error instanceof ServiceRefusal)) break;
    }
    call.progress(results.length, names.length, 'done');
  }
  const failed = results.filter(({ success }) => !success);
  for (const { name, message } of failed) call.say(`${escapeControls(name)}: ${message}`);
  const done = results.length - failed.length;
  return {
    document: { success: done === names.length, results },
    lines:
      names.length === 1
        ? results.filter(({ success }) => success).map(({ message }) => message)
        : [...timeChangeLines, `${done} of ${names.length} done.`],
    hasFailed: done !== names.length,
  };
}
