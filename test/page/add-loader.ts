// Adds a published release of the loader with its file, as `latchkey release push` does.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestService } from '../../packages/service/test/support/service.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export async function addLoader(
  { database, dataFolder, app }: TestService,
  platform: string,
  path: string,
  content: Uint8Array,
): Promise<void> {
  const { id: applicationId } = await database
    .selectFrom('applications')
    .select('id')
    .where('ownerid', '=', app.ownerid)
    .executeTakeFirstOrThrow();
  const { length: size } = content;
  const sha256 = hashOf(content);
  const manifest = Buffer.from(
    JSON.stringify({
      files: [{ path, size, sha256, executable: true, chunks: [0] }],
      chunks: [{ sha256, size, stored: size, storedSha256: sha256, coding: 'none' }],
    }),
  );
  const manifestSha256 = hashOf(manifest);
  const folder = join(dataFolder, 'files', applicationId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, manifestSha256), manifest);
  writeFileSync(join(folder, sha256), content);
  const line = { kind: 'loader', channel: 'stable', platform, sequence: 1 } as const;
  const signed = { keyid: 'k'.repeat(16), signature: 'a'.repeat(128) };
  const states = { rollout: 100, required: 0, retracted: 0, contents: 2 } as const;
  const times = { begunAt: 1, publishedAt: 1_800_000_000 };
  const facts = { version: '1.2.0', notes: '', size, stored: size };
  await database
    .insertInto('releases')
    .values({
      ...{ applicationId, manifestSha256, manifestSize: manifest.length },
      ...{ ...line, ...signed, ...states, ...times, ...facts },
    })
    .execute();
}
