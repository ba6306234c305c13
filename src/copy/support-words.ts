// The support code, and the few lines that "FirstCopy details" puts on the clipboard. Holds no secret and no user name.
import type { Report } from '../shared/failure.ts';
import type { FirstCopy } from './copy.ts';
import { fill } from './sentences.ts';

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
  { support }: Pick<FirstCopy, 'support'>,
  report: Report,
  what: string,
  at: number,
  { name, version, loaderVersion }: ProgramFacts,
): string {
  return fill(support.copied, {
    name,
    version,
    loader: loaderVersion,
    what,
    code: supportCode(report),
    time: new Date(at).toISOString(),
  });
}
