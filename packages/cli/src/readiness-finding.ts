// Asks a service whether it is ready (GET /readyz), for `latchkey doctor`.
import { z } from 'zod';
import type { Finding } from './remote-findings.ts';

const answerForm = z.object({ ready: z.boolean(), reasons: z.array(z.string()) });
const maxBodyBytes = 4096;

const advices: ReadonlyMap<string, string> = new Map([
  ['draining', 'It is stopping. Start it again if this was not intended.'],
  ['database', 'Its database does not answer. Check the database and the log of the service.'],
  ['read-only', 'Its database takes no writes. Let DATABASE_URL name the primary server.'],
  ['migrations', 'Its data has another version. Run the same version of the service everywhere.'],
  ['signing-key', 'Its signing key is not one of the data. Restart it with the correct key.'],
  ['disk', 'Its disk is nearly full, or the data folder is gone. Free some space.'],
]);

type Answer = z.infer<typeof answerForm>;

/** Services that have no `/readyz`, or whose web server hides it, get a note. */
export async function readinessFinding(address: string, timeoutMs: number): Promise<Finding> {
  const answer = await askReadiness(address, timeoutMs);
  if (answer === null)
    return { isOk: true, what: 'The readiness', advice: 'Not checked: /readyz has no answer.' };
  if (answer.ready) return { isOk: true, what: 'The service is ready', advice: '' };
  const texts = answer.reasons.map((reason) => advices.get(reason) ?? 'A newer doctor knows why.');
  return { isOk: false, what: 'The service is not ready', advice: texts.join(' ') };
}

async function askReadiness(address: string, timeoutMs: number): Promise<Answer | null> {
  try {
    const response = await fetch(`${address}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = Buffer.from(await response.arrayBuffer());
    return body.length > maxBodyBytes ? null : answerForm.parse(JSON.parse(body.toString()));
  } catch {
    return null;
  }
}
