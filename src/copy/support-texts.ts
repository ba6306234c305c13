// Builds the text for "Copy details". The text contains no secret and no user name.
import type { Report } from '../shared/failure.ts';
import { supportCode } from '../shared/support-code.ts';
import type { Copy } from './copy.ts';
import { fill } from './sentences.ts';

export interface ProgramFacts {
  readonly name: string;
  readonly loaderVersion: string;
}

/** `what` is a failure code or the name of a state; `at` is in unix milliseconds. */
export function supportDetails(
  { support }: Pick<Copy, 'support'>,
  report: Report,
  what: string,
  at: number,
  { name, loaderVersion }: ProgramFacts,
): string {
  return fill(support.copied, {
    name,
    loader: loaderVersion,
    what,
    code: supportCode(report),
    time: new Date(at).toISOString(),
  });
}
