// Formats the support code of a report. Users quote it; the log has the report id.
import type { Report } from './failure.ts';

/** The first 8 characters of the report id, as 1A2B-3C4D. */
export function supportCode({ reportId }: Pick<Report, 'reportId'>): string {
  const head = reportId.slice(0, 8).toUpperCase();
  return `${head.slice(0, 4)}-${head.slice(4)}`;
}
