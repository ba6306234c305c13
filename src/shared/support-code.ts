// The support code of a report, which users quote and which finds the report in the log.
import type { Report } from './failure.ts';

/** The first 8 characters of the report id, as LK-1A2B-3C4D. */
export function supportCode({ reportId }: Pick<Report, 'reportId'>): string {
  const head = reportId.slice(0, 8).toUpperCase();
  return `LK-${head.slice(0, 4)}-${head.slice(4)}`;
}
