// The support code, and the few lines that "Copy details" puts on the clipboard. Holds no secret and no user name.
import type { Report } from '../../shared/failure.ts';

/** The first 8 characters of the report id, as LK-1A2B-3C4D: enough to find the report in the log. */
export function supportCode({ reportId }: Report): string {
  const head = reportId.slice(0, 8).toUpperCase();
  return `LK-${head.slice(0, 4)}-${head.slice(4)}`;
}

export interface ProgramFacts {
  readonly name: string;
  readonly version: string;
  readonly loaderVersion: string;
}

/** `what` is a failure code or the name of a state; `at` is unix milliseconds. */
export function supportDetails(
  report: Report,
  what: string,
  at: number,
  program: ProgramFacts,
): string {
  return [
    `${program.name} ${program.version}`,
    `Loader ${program.loaderVersion}`,
    `What: ${what}`,
    `Support code: ${supportCode(report)}`,
    `Time: ${new Date(at).toISOString()}`,
  ].join('\n');
}

export const copyCopy = {
  details: 'Copy details',
  done: 'Copied',
  byHand: 'The system did not allow copying. The text is selected: press {keys}.',
  code: 'Support code',
  /** Said where the code stands. */
  codeMeans: 'Name it when you ask {brand} for help.',
} as const;
