// Builds the headline of a connection check, and the report for the clipboard. The report has no
// secret, user name, path or address of this computer.
import type { CheckCause, ConnectionCheck } from '../shared/connection-check.ts';
import type { Failure } from '../shared/failure.ts';
import type { LoaderInfo } from '../shared/loader-info.ts';
import type { Copy } from './copy.ts';
import { failureTexts } from './failure-texts.ts';
import { fill, type Unfilled } from './sentences.ts';
import { joinTitleAndText } from './join-title-and-text.ts';

export interface CheckTexts {
  readonly title: string;
  readonly text: string;
}

type CheckInfo = Pick<LoaderInfo, 'brand' | 'service' | 'loaderVersion'>;

/** The cause in the user's words, and what to do. */
export function checkTexts(copy: Copy, cause: CheckCause, info: CheckInfo): CheckTexts {
  const { checkCauses } = copy;
  if (isFound(checkCauses, cause)) {
    const { title, text } = checkCauses[cause.code];
    const values = { host: info.service.host, issuer: 'issuer' in cause ? cause.issuer : '' };
    // The values have every placeholder of these texts.
    return { title, text: fill(text as unknown as Unfilled<keyof typeof values>, values) };
  }
  // The texts of a failure do not depend on its report.
  const failure: Failure = { ...cause, reportId: '', sellerText: null };
  return failureTexts(copy, failure, { operation: 'screen', brand: info.brand.name });
}

type OfCheck = Extract<CheckCause, { readonly code: keyof Copy['checkCauses'] }>;

function isFound(checkCauses: Copy['checkCauses'], cause: CheckCause): cause is OfCheck {
  return cause.code in checkCauses;
}

/** Returns the texts of a finished check. */
export function resultTexts(copy: Copy, check: ConnectionCheck, info: CheckInfo): CheckTexts {
  return check.cause === null
    ? { title: copy.connectionCheck.works, text: '' }
    : checkTexts(copy, check.cause, info);
}

/** The same words in each language, so that sellers can read them. */
export function checkLines({ lines }: ConnectionCheck): string {
  return lines
    .map(({ id, state, ms, evidence }) =>
      [`${id}: ${state}`, ms === null ? null : `${ms} ms`, evidence]
        .filter((part) => part !== null)
        .join(', '),
    )
    .join('\n');
}

export function checkReport(copy: Copy, check: ConnectionCheck, info: CheckInfo): string {
  const { title, text } = resultTexts(copy, check, info);
  return [
    `${info.brand.name}, loader ${info.loaderVersion}`,
    `${info.service.host}, ${new Date(check.startedAt).toISOString()}`,
    joinTitleAndText(copy, title, text === '' ? null : text),
    checkLines(check),
  ].join('\n');
}
