// Opens sealed values with the secret of the test's own service.
import { expect } from 'vitest';
import { openAt } from '../src/secrets/at-rest.ts';
import type { TestService } from './support/service.ts';

export async function shopSecret({ database: db, secret }: TestService): Promise<string> {
  const { id, extras } = await db
    .selectFrom('applications')
    .select(['id', 'extras'])
    .where('extras', 'like', '%sellixsecret%')
    .executeTakeFirstOrThrow();
  const { sellixsecret = '' } = JSON.parse(extras) as { sellixsecret?: string }; // as it is stored
  expect(sellixsecret).toMatch(/^s1\./);
  return openAt(secret, 'shop secrets', [id], sellixsecret);
}
