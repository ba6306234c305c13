// Content that is taken from the upload folder: the file is closed in every case.
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { receiveContent } from '../src/storage/file-contents.ts';
import { createStoredFiles, maxFileBytes } from '../src/storage/stored-files.ts';
import { createOutbound } from '../src/outbound/outbound.ts';

test.each([
  ['the content is taken', () => undefined, { draft: { size: 7 } }],
  [
    'the content is too large',
    (upload: string) => {
      truncateSync(join(upload, 'a.bin'), maxFileBytes + 1);
    },
    'file-too-large',
  ],
  [
    'the content cannot be stored',
    (_: string, folder: string) => {
      writeFileSync(join(folder, 'files'), '');
    },
    null,
  ],
] as const)('closes an upload when %s', async (_, make, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-taken-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const upload = join(folder, 'upload', 'own');
  mkdirSync(upload, { recursive: true });
  writeFileSync(join(upload, 'a.bin'), 'content');
  make(upload, folder);
  const stored = createStoredFiles(folder);
  const ends: string[] = [];
  const storedFiles = {
    ...stored,
    of: (id: string) => ({
      ...stored.of(id),
      async openUpload(name: string) {
        const opened = await stored.of(id).openUpload(name);
        if (opened === null) return null;
        const close = () => opened.close().then(() => void ends.push('closed'));
        return { ...opened, close };
      },
    }),
  };
  const outbound = createOutbound({ allowPrivateAddresses: [] });
  const places = { storedFiles, outbound, application: { id: 'own' } };
  const taken = receiveContent(places, { name: 'a.bin' });
  if (expected === null) await expect(taken).rejects.toThrow();
  else if (typeof expected === 'string') expect(await taken).toBe(expected);
  else expect(await taken).toMatchObject(expected);
  expect(ends).toEqual(['closed']);
});
