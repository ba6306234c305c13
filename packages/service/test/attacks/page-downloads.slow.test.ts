// Attack: customers who fetch packages from a customers' page and read nothing, to fill memory.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxChunkBytes } from '@latchkey/protocol/release/manifest.ts';
import { addLoader } from '../../../../test/page/add-loader.ts';
import { productionConnections } from '../../src/http/connection-limits.ts';
import { openWithPage } from '../support/page.ts';
import { askAndStall, rawClient } from '../support/raw-client.ts';

test('unread packages stay within the memory for answers', async () => {
  const { service, browser } = await openWithPage({ connectionLimits: productionConnections });
  const content = randomBytes(4 * maxChunkBytes);
  await addLoader(service, 'linux-x64', 'northwind.AppImage', content, maxChunkBytes);
  const one = browser();
  await one.signIn(await service.addUser({ username: 'anna' }));
  const { body } = await one.ask('downloads');
  const { url = '' } = (body['downloads'] as readonly { readonly url: string }[])[0] ?? {}; // as its schema says
  const crowd = await Promise.all(Array.from({ length: 40 }, () => rawClient(service.url)));
  for (const client of crowd) askAndStall(client, url);
  let gone = 0;
  for (const { ended } of crowd) void ended.then(() => (gone += 1));
  // The memory of 128 MiB holds 31 packages: a chunk of 4 MiB and two parts of 64 KiB of each.
  await expect.poll(() => gone, { timeout: 15_000 }).toBe(9);
  const sent = await fetch(service.url + url);
  expect(Buffer.from(await sent.arrayBuffer()).equals(content)).toBe(true);
});
