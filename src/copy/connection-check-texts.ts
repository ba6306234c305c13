// Builds the headline of a connection check, and the report for the clipboard. The report has no
// secret, user name, path or address of this computer.
import type { CheckCause, ConnectionCheck, FoundCode } from '../shared/connection-check.ts';
import type { Failure } from '../shared/failure.ts';
import type { LoaderInfo } from '../shared/loader-info.ts';
import type { Copy } from './copy.ts';
import { formatShortDuration } from './dates.ts';
import { failureTexts } from './failure-texts.ts';
import { fill } from './sentences.ts';
import { joinTitleAndText } from './join-title-and-text.ts';
import { commitText } from './support-texts.ts';
import { formatBytes } from './task-texts.ts';

export interface CheckTexts {
  readonly title: string;
  readonly text: string;
}

type CheckInfo = Pick<LoaderInfo, 'brand' | 'service' | 'loaderVersion' | 'commit'>;

/** The cause in the user's words, and what to do. */
export function checkTexts(copy: Copy, cause: CheckCause, info: CheckInfo): CheckTexts {
  if (cause.code === 'clock-skew' || cause.code === 'tls-too-early') return clockTexts(copy, cause);
  const brand = info.brand.name;
  if (!isOfCheck(copy, cause)) {
    // The texts of a failure do not depend on its report.
    const failure: Failure = { ...cause, reportId: '', sellerText: null };
    const { title, text } = failureTexts(copy, failure, { operation: 'screen', brand });
    return { title, text };
  }
  return foundTexts(copy, cause, info);
}

function foundTexts(copy: Copy, cause: OfCheck, { brand, service }: CheckInfo): CheckTexts {
  const all = copy.checkCauses;
  switch (cause.code) {
    case 'tls-read': {
      const { title, text } = all[cause.code];
      return { title, text: fill(text, { issuer: cause.issuer, host: service.host }) };
    }
    case 'tls-untrusted': {
      const { title, text } = all[cause.code];
      return { title, text: fill(text, { issuer: cause.issuer }) };
    }
    case 'tls-expired': {
      const { title, text } = all[cause.code];
      return { title, text: fill(text, { brand: brand.name }) };
    }
    case 'low-space': {
      const { title, text } = all[cause.code];
      return { title, text: fill(text, { free: formatBytes(copy, cause.freeBytes) }) };
    }
    case 'name-misdirected':
    case 'proxy-away':
    case 'ipv6-broken':
    case 'route-silent':
    case 'tls-cut':
    case 'tls-other-host':
    case 'data-folder':
    case 'no-key-store':
    case 'program-folder':
      return all[cause.code];
  }
}

type OfCheck = Extract<CheckCause, { readonly code: Exclude<FoundCode, 'tls-too-early'> }>;

function isOfCheck({ checkCauses }: Copy, cause: CheckCause): cause is OfCheck {
  return Object.hasOwn(checkCauses, cause.code);
}

function clockTexts(
  copy: Copy,
  { code, clockOffsetMs }: Extract<CheckCause, { readonly clockOffsetMs: number }>,
): CheckTexts {
  const { fast, slow, tooEarly } = copy.checkClock;
  const sentence = code === 'tls-too-early' ? tooEarly : clockOffsetMs > 0 ? fast : slow;
  const length = formatShortDuration(copy, Math.abs(clockOffsetMs));
  return { title: fill(sentence, { length }), text: copy.clock.advice };
}

/** Returns the texts of a finished check. */
export function resultTexts(copy: Copy, check: ConnectionCheck, info: CheckInfo): CheckTexts {
  const { nothing, nothingText } = copy.connectionCheck;
  return check.cause === null
    ? { title: nothing, text: nothingText }
    : checkTexts(copy, check.cause, info);
}

/** The names, states and evidence are the same in each language, so that sellers can read them. */
export function checkReport(copy: Copy, check: ConnectionCheck, info: CheckInfo): string {
  const { title, text } = resultTexts(copy, check, info);
  const commit = commitText(copy, info);
  const lines = check.lines.map(({ id, state, ms, evidence }) =>
    [`${id}: ${state}`, ms === null ? null : `${ms} ms`, evidence]
      .filter((part) => part !== null)
      .join(', '),
  );
  return [
    `${info.brand.name}, loader ${info.loaderVersion}${commit === null ? '' : ` (${commit})`}`,
    `${info.service.host}, ${new Date(check.startedAt).toISOString()}`,
    joinTitleAndText(copy, title, text),
    '',
    ...lines,
  ].join('\n');
}
