// Finds the contents of a release that are not uploaded yet.
import type { SellerCall } from '../../api/seller-call.ts';

/** Rows per statement. Receiving them takes about two milliseconds. */
const rowsPerPart = 2000;

/**
 * Returns the contents that this machine lacks, sorted by hash. A release has up to 60 000, so they
 * are read in parts on the connection for long reads.
 */
export function findMissing(
  { reader, application, storedFiles, longReads }: SellerCall,
  manifestSha256: string,
): Promise<{ readonly total: number; readonly missing: readonly string[] }> {
  return longReads.within(async () => {
    const storedNames = await storedFiles.of(application.id).names();
    const missing: string[] = [];
    let total = 0;
    for (let last = ''; ;) {
      const rows = await reader
        .selectFrom('releaseContents')
        .select('sha256')
        .where('applicationId', '=', application.id)
        .where('manifestSha256', '=', manifestSha256)
        .where('sha256', '>', last)
        .orderBy('sha256')
        .limit(rowsPerPart)
        .execute();
      total += rows.length;
      for (const { sha256 } of rows) if (!storedNames.has(sha256)) missing.push(sha256);
      const end = rows.at(-1);
      if (end === undefined || rows.length < rowsPerPart) return { total, missing };
      last = end.sha256;
    }
  });
}
