// Fills an application with a release.
import type { Database } from '../../src/database/schema.ts';

/** Adds a published release on the channel and platform that tests use. */
export async function addRelease(
  db: Database,
  own: { readonly applicationId: string },
  mark: string,
): Promise<void> {
  const manifestSha256 = 'e'.repeat(64);
  const line = { kind: 'program', channel: 'stable', platform: 'linux-x64', sequence: 5 } as const;
  const states = {
    rollout: 100,
    required: 0,
    retracted: 0,
    contents: 1,
    size: 1,
    stored: 1,
    begunAt: 1,
    publishedAt: 1,
  } as const;
  await db
    .insertInto('releases')
    .values({
      ...own,
      ...line,
      ...states,
      manifestSha256,
      manifestSize: 1,
      keyid: '0'.repeat(16),
      signature: mark,
      version: mark,
      notes: mark,
    })
    .execute();
  await db
    .insertInto('releaseContents')
    .values({ ...own, manifestSha256, sha256: manifestSha256, size: 1 })
    .execute();
}
