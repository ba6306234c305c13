// Asks the configured service whether it accepts the loader that is about to be packaged.
import { createClient } from '@latchkey/client/index.ts';
import { publicKeysOf, type LoaderConfig } from '../../src/shared/config.ts';
import type { BrandFile } from './brand-file.ts';

const waitMs = 8000;

/** Refusals and faults that would stop every user. */
const meanings: Readonly<Record<string, string>> = {
  dns: 'its name does not exist',
  tls: 'its certificate is not trusted',
  'bad-signature': 'it signs with a key other than service.publicKey',
  'bad-reply': 'something other than the service answers',
  'app-unknown': 'it does not know service.name with service.ownerid',
  'app-disabled': 'the application is disabled',
};

/** Returns the problem that would stop every user, or null. */
export async function serviceProblem(
  { service, messages }: Pick<LoaderConfig, 'service' | 'messages'>,
  { version }: Pick<BrandFile, 'version'>,
): Promise<string | null> {
  const publicKeys = publicKeysOf(service);
  // Without a key there is no proof that the right service answers.
  if (publicKeys.length === 0) return null;
  const loaderVersion = service.loaderVersion ?? version;
  const { baseUrl, name, ownerid } = service;
  const application = { baseUrl, name, ownerid, publicKeys, messages };
  const client = createClient({ ...application, version: loaderVersion });
  try {
    const reply = await client.request('checkblacklist', {}, waitMs);
    if (reply.ok) return null;
    const { code } = reply.refusal.facts;
    if (code === 'update-required')
      return `service: it refuses the loader version ${loaderVersion}; allow it with "latchkey settings set version=${loaderVersion}"`;
    const isUnanswered = client.serviceTimeMs() === null;
    const meaning = meanings[code] ?? (isUnanswered ? `there is no answer (${code})` : null);
    return meaning === null ? null : `service: ${new URL(baseUrl).host}: ${meaning}`;
  } finally {
    client.close();
  }
}
