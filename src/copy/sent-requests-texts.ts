// Builds the texts of the last requests, and the report for the clipboard. Neither has a secret: the
// main process has masked the values.
import type { LoaderInfo } from '../shared/loader-info.ts';
import type { SentRequest } from '../shared/sent-requests.ts';
import type { Session } from '../shared/session.ts';
import type { Copy } from './copy.ts';
import { fill } from './sentences.ts';

/** Returns a time with seconds, such as "09:30:05". */
export function timeOf({ locale }: Copy, at: number): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(at);
}

/** Returns why the service did not accept the request; null if it did. */
function problemOf({ sentRequests: copy }: Copy, { code, trust }: SentRequest) {
  if (code === null) return null;
  return trust === null ? copy.cancelled : fill(copy.notAccepted, { code });
}

/** Returns what the row adds to its operation: the problem, or how often it was accepted. */
export function detailOf(copy: Copy, request: SentRequest): string | null {
  const { times } = request;
  return times > 1
    ? fill(copy.sentRequests.repeated, { count: String(times) })
    : problemOf(copy, request);
}

/** The same words in each language, so that sellers can read them. */
export function sentReport(
  requests: readonly SentRequest[],
  { clockOffsetMs, program }: Pick<Session, 'clockOffsetMs' | 'program'>,
  info: Pick<LoaderInfo, 'brand' | 'service' | 'loaderVersion'>,
): string {
  const installed = program?.installed?.version;
  return [
    `${info.brand.name}, loader ${info.loaderVersion}`,
    ...(installed === undefined ? [] : [`program ${installed}`]),
    `${info.service.host}, clock difference: ${clockOffsetMs === null ? 'unknown' : `${clockOffsetMs} ms`}`,
    ...requests.map(lineOf),
  ].join('\n');
}

function lineOf(request: SentRequest): string {
  const { operation, at, times, fields, sentBytes, receivedBytes, trust, code } = request;
  const values = fields.map(({ name, value }) => (value === null ? name : `${name}=${value}`));
  return [
    `${new Date(at).toISOString()} ${operation}: ${trust ?? 'cancelled'}, ${code ?? 'accepted'}`,
    ...(times > 1 ? [`${times} times`] : []),
    `${sentBytes} bytes sent`,
    receivedBytes === null ? 'no answer' : `${receivedBytes} bytes received`,
    ...values,
  ].join(', ');
}
