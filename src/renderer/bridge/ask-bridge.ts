// Awaits a bridge call and turns a rejection into a failure. A call rejects if the main process has
// ended.
import type { Result } from '../../shared/failure.ts';

export async function askBridge<Reply>(answer: Promise<Result<Reply>>): Promise<Result<Reply>> {
  try {
    return await answer;
  } catch {
    return {
      ok: false,
      failure: { code: 'internal', reportId: freshReportId(), sellerText: null },
    };
  }
}

/** Returns 32 hex characters, the format of the main process's report ids. */
export function freshReportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
