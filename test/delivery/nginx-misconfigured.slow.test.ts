// nginx with a configuration that differs from docs/hosting.md: a push reports the problem, and
// installations still work.
import { expect, test, vi } from 'vitest';
import { documentedConfig } from '../support/nginx.ts';
import { fetchedOf, hashesOf } from './delivery-parts.ts';
import { behindNginx, cutOnce, files, publish, storeAt } from './nginx-parts.ts';

vi.setConfig({ testTimeout: 60_000 });

const withoutUploads = (config: string) =>
  config.replace(/ *# Chunks of releases[^]*?\n {4}\}\n/, '');

test('a push without the upload location reports that the web server limits uploads', async () => {
  const behind = await behindNginx(withoutUploads);
  const pushed = await behind.seller('release', 'push', await behind.made(1, files));
  expect(pushed.exitCode).toBe(1);
  expect(pushed.stderr).toContain(
    `The web server at ${new URL(behind.nginx.url).host} accepts less than a release needs (413)`,
  );
});

test.each<[string, (config: string) => string]>([
  ['everything is compressed on top', (config) => config.replaceAll('gzip off;', '')],
  [
    'answers are not buffered',
    (config) => config.replaceAll('gzip off;', 'gzip off; proxy_buffering off;'),
  ],
  [
    'little is buffered',
    (config) => config.replaceAll('gzip off;', 'gzip off; proxy_max_temp_file_size 0;'),
  ],
  ['uploads are buffered', (config) => config.replace('proxy_request_buffering off;', '')],
  [
    'the service is asked in HTTP/1.0',
    (config) => config.replaceAll('proxy_http_version 1.1;', ''),
  ],
])('the installation works if %s', async (_what, change) => {
  expect(change(documentedConfig())).not.toBe(documentedConfig());
  const behind = await behindNginx(change);
  await publish(behind, 1, files);
  const cutting = await cutOnce(behind.nginx.port, 600_000);
  const loader = await storeAt(behind, cutting.url);
  fetchedOf(await loader.install());
  expect(hashesOf(loader.tree())).toEqual(hashesOf(files));
});
