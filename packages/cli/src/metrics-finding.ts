// Checks that the URL of a service does not publish its metrics, for `latchkey doctor`.
import type { Finding } from './remote-findings.ts';

/** Returns no finding for a service that publishes none. */
export async function metricsFindings(
  address: string,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  if (!(await hasMetrics(address, timeoutMs))) return [];
  const advice =
    'Anyone can read them at /metrics. Let the web server forward only requests for the service, not those for --metrics.';
  return [{ isOk: false, what: 'The metrics are public', advice }];
}

async function hasMetrics(address: string, timeoutMs: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${address}/metrics`, { redirect: 'manual', signal });
    const text = await response.text();
    return response.ok && text.includes('\nlatchkey_');
  } catch {
    return false;
  }
}
