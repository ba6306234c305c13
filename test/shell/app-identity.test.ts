// The app id: on Windows, the program sets the id of its package. On other systems, it sets none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { setIdentity } from '../../src/main/shell/app-identity.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-identity-'));
afterAll(() => rmSync(folder, { recursive: true }));

function toldBy(platform: NodeJS.Platform, metadata: string | null): readonly string[] {
  const messages: string[] = [];
  if (metadata === null) rmSync(path.join(folder, 'package.json'), { force: true });
  else writeFileSync(path.join(folder, 'package.json'), metadata);
  setIdentity(
    { getAppPath: () => folder, setAppUserModelId: (id) => void messages.push(id) },
    platform,
  );
  return messages;
}

const packed = '{"name":"latchkey","appId":"com.example.northwind"}';

test('the app id on Windows is the id of the package', () => {
  expect(toldBy('win32', packed)).toEqual(['com.example.northwind']);
});

test.each(['linux', 'darwin'] as const)('no app id is set on %s', (platform) => {
  expect(toldBy(platform, packed)).toEqual([]);
});

test.each([null, '{"name":"latchkey"}', '{"appId":7}', '{"appId":""}', 'no JSON'])(
  'a package with %s has no app id, and the start continues',
  (metadata) => {
    expect(toldBy('win32', metadata)).toEqual([]);
  },
);
