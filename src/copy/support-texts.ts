// Builds the text for "Copy details". The text contains no secret and no user name.
import type { Report } from '../shared/failure.ts';
import type { LoaderInfo } from '../shared/loader-info.ts';
import { supportCode } from '../shared/support-code.ts';
import type { Copy } from './copy.ts';
import { fill } from './sentences.ts';

export interface ProgramFacts extends Pick<LoaderInfo, 'loaderVersion' | 'commit'> {
  readonly name: string;
}

/** Returns null if the commit is unknown. */
export function commitText(
  { support }: Pick<Copy, 'support'>,
  { commit }: Pick<LoaderInfo, 'commit'>,
): string | null {
  if (commit === null) return null;
  const { hash, isModified } = commit;
  return isModified ? fill(support.modifiedCommit, { commit: hash }) : hash;
}

/** `situation` is a failure code or the name of a state; `at` is in unix milliseconds. */
export function supportDetails(
  copy: Pick<Copy, 'support'>,
  report: Report,
  situation: string,
  at: number,
  { name, loaderVersion, commit }: ProgramFacts,
): string {
  const shownCommit = commitText(copy, { commit });
  return fill(copy.support.copied, {
    name,
    loader: shownCommit === null ? loaderVersion : `${loaderVersion} (${shownCommit})`,
    what: situation,
    code: supportCode(report),
    time: new Date(at).toISOString(),
  });
}
