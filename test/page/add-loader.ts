// Adds a published release of the loader with its file, in chunks of `chunkBytes`, as `latchkey release push` does.
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
  chunkBytes = content.length,
): Promise<void> {
  const { id: applicationId } = await database
    .selectFrom('applications')
    .select('id')
    .where('ownerid', '=', app.ownerid)
    .executeTakeFirstOrThrow();
  const { length: size } = content;
  const parts = Array.from({ length: Math.ceil(size / chunkBytes) }, (_, index) =>
    content.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const chunks = parts.map((part) => {
    const sha256 = hashOf(part);
    const sizes = { size: part.length, stored: part.length };
    return { sha256, ...sizes, storedSha256: sha256, coding: 'none' };
  });
  const inOrder = parts.map((_, index) => index);
  const file = { path, size, sha256: hashOf(content), executable: true, chunks: inOrder };
  const manifest = Buffer.from(JSON.stringify({ files: [file], chunks }));
  const manifestSha256 = hashOf(manifest);
  const folder = join(dataFolder, 'files', applicationId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, manifestSha256), manifest);
  for (const part of parts) writeFileSync(join(folder, hashOf(part)), part);
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
