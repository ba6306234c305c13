// The hourly sweep of stored files deletes no contents of a release.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isReferenced } from '../src/storage/file-contents.ts';
import { createStoredFiles } from '../src/storage/stored-files.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { ownApplicationId } from './support/own-application.ts';
import { chunkOf, openReleases } from './releases-parts.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('the sweep deletes a manifest without a release, and no contents of a release', async () => {
  const { made, push, service, ask, offer, get, signIn } = await openReleases();
  const release = await made(1);
  await push(release);
  const { upload } = (await ask('uploadrelease')).body as { readonly upload: string }; // as its schema says
  const stray = Buffer.from('stray');
  const address = `${service.url}${upload}${sha256(stray)}`;
  expect((await fetch(address, { method: 'PUT', body: stray })).status).toBe(200);
  const place = join(service.dataFolder, 'files', ownApplicationId, sha256(stray));
  expect(existsSync(place)).toBe(true);
  const inTwoHours = unixMs(Date.now() + 2 * 3_600_000);
  await createStoredFiles(service.dataFolder).sweep(
    (...content) => isReferenced(service.database, ...content),
    inTwoHours,
  );
  expect(existsSync(place)).toBe(false);
  const { chunks } = (await offer(await signIn(await service.addUser()))) ?? { chunks: '' };
  const { sha256: hash, bytes } = chunkOf(release);
  expect(bytes.equals(await bytesOf(await get(chunks + hash)))).toBe(true);
});
