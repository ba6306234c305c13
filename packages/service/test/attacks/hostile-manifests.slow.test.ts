// Attack: manifests that cost a reader much time or memory, so that the service stops for all.
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { addOtherApplication } from '../support/another-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { startTestService } from '../support/service.ts';
import {
  hostileManifests,
  largestManifest,
  smallManifest,
} from '../../../../test/support/hostile-manifests.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const signed = { keyid: 'a'.repeat(16), signature: 'b'.repeat(128) };
/** Valid manifests that are expensive to read. */
const accepted: readonly string[] = ['deepest folders', 'combining marks'];

async function openService() {
  const service = await startTestService();
  onTestFinished(service.close);
  const neighbour = await addOtherApplication(service, { id: 'another' });
  const ask = sellerOf(service);
  const begin = async (text: string, key: Readonly<Record<string, string>> = {}) => {
    const { upload } = (await ask('uploadrelease', key)).body as { readonly upload: string }; // as its schema says
    const manifest = sha256(text);
    const put = await fetch(service.url + upload + manifest, { method: 'PUT', body: text });
    expect(put.status).toBe(200);
    return ask('beginrelease', { manifest, ...signed, ...key });
  };
  const beginNeighbours = (sequence: number) =>
    begin(smallManifest(neighbour, sequence), { sellerkey: neighbour.sellerkey });
  return { service, begin, beginNeighbours };
}

test.each(Object.entries(hostileManifests))(
  'survives %s, and meanwhile begins the release of another application',
  async (name, make) => {
    const { service, begin, beginNeighbours } = await openService();
    const [attack, control] = await Promise.all([begin(make(service.app)), beginNeighbours(3)]);
    expect(control.body).toMatchObject({ success: true, chunks: 3 });
    if (accepted.includes(name)) expect(attack.body).toMatchObject({ success: true, chunks: 1 });
    else expect(attack.message).toMatch(/^The manifest cannot be used\. Reason: .{1,200}\.$/);
  },
);

// Inserts 60 000 rows, which takes long on a busy machine.
test('begins the largest release', { timeout: 90_000 }, async () => {
  const { service, begin } = await openService();
  expect((await begin(largestManifest(service.app))).body).toMatchObject({ chunks: 60_000 });
});

test('completes a release that is begun again, and records no row twice', async () => {
  const { service, begin, beginNeighbours } = await openService();
  const text = smallManifest(service.app, 1200);
  for (let round = 0; round < 2; round += 1)
    expect((await begin(text)).body).toMatchObject({ success: true, chunks: 1200 });
  await beginNeighbours(2);
  const { count } = await service.database
    .selectFrom('releaseContents')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('manifestSha256', '=', sha256(text))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1201);
});
