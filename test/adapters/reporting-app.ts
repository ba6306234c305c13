// A program for tests of launches: it writes its input, arguments, environment and folder to a
// file.
import type { AppExit, LaunchOutcome } from '../../src/main/core/ports.ts';

/** Returns the source of a program that writes the report and exits with code 3. */
export const reporter = (report: string) => `
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', () => {
  const facts = { input: Buffer.concat(chunks).toString(), args: process.argv.slice(2), env: process.env, cwd: process.cwd() };
  require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(facts));
  process.exit(3);
});`;

export function exitOf(outcome: LaunchOutcome): Promise<AppExit> {
  if (!outcome.ok) throw new Error(`not launched: ${outcome.fault}`);
  return outcome.exited;
}

export interface Report {
  readonly input: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}
