// Adds a published release without contents, for pages that show and change releases.
import { randomBytes } from 'node:crypto';
import type { TestService } from '../../packages/service/test/support/service.ts';

const manifest = Buffer.from('{}');

export async function addRelease(
  { database }: Pick<TestService, 'database'>,
  applicationId: string,
  sequence: number,
  rollout = 100,
): Promise<void> {
  await database
    .insertInto('releases')
    .values({
      applicationId,
      manifestSha256: randomBytes(32).toString('hex'),
      manifestSize: manifest.length,
      keyid: 'k'.repeat(16),
      signature: 'a'.repeat(128),
      kind: 'program',
      channel: 'stable',
      platform: 'linux-x64',
      sequence,
      version: `1.${String(sequence)}`,
      notes: '',
      rollout,
      required: 0,
      retracted: 0,
      contents: 0,
      size: 0,
      stored: 0,
      begunAt: sequence,
      publishedAt: 1_800_000_000 + sequence,
    })
    .execute();
}
