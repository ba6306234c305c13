// Exempts a test from the general request limit by the whitelist, as a seller would.
import type { TestService } from './service.ts';

export async function exemptFromLimit({ database }: Pick<TestService, 'database'>): Promise<void> {
  const { id } = await database.selectFrom('applications').select('id').executeTakeFirstOrThrow();
  await database
    .insertInto('whitelist')
    .values({ applicationId: id, ip: '127.0.0.1', createdAt: 0 })
    .execute();
}
