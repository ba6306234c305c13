// The brand's cover and tagline: which ones the loader accepts at its start, and what the page
// receives.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeLoader, readLoaderConfig } from '../../src/main/adapters/config-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-brand-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const plain = {
  service: {
    baseUrl: 'https://licenses.example',
    name: 'Northwind Studio',
    ownerid: 'nwDemo2026',
    publicKey: 'ab'.repeat(32),
  },
  brand: { name: 'Northwind Studio', color: '#4f46e5' },
  launch: { path: 'app' },
};
const withCover = (cover: string) => ({ ...plain, brand: { ...plain.brand, cover } });

async function reading(config: object) {
  const file = path.join(folder, 'loader.config.json');
  await writeFile(file, JSON.stringify(config));
  return readLoaderConfig(file);
}

async function described(config: object) {
  const read = await reading(config);
  if (!read.ok) throw new Error(read.problems.join('; '));
  const built = { version: '0.1.0', commit: null };
  return describeLoader(read.config, read.folder, { possible: true }, built, 'de');
}

describe('the cover', () => {
  const starts = {
    png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    jpg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    webp: Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'),
  } as const;

  it.each([
    ['cover.png', 'image/png', starts.png],
    ['art/Cover.JPG', 'image/jpeg', starts.jpg],
    ['cover.jpeg', 'image/jpeg', starts.jpg],
    ['cover.webp', 'image/webp', starts.webp],
  ])('%s becomes a data URL of type %s', async (cover, type, bytes) => {
    await mkdir(path.join(folder, 'art'));
    await writeFile(path.join(folder, cover), bytes);
    const info = await described(withCover(cover));
    expect(info.brand.cover).toBe(`data:${type};base64,${bytes.toString('base64')}`);
    expect(info.brand.logo).toBeNull();
  });

  it.each([
    ['cover.svg', /^brand\.cover: must be a \.png, \.jpg or \.webp file beside the config/],
    ['../cover.png', /^brand\.cover: must be/],
    ['/cover.png', /^brand\.cover: must be/],
    ['cover.png', /^brand\.cover: the image is missing$/],
    ['text.png', /^brand\.cover: the image is not a PNG, JPEG or WebP image$/],
    ['photo.png', /^brand\.cover: the image is image\/jpeg, which its file name does not say$/],
  ])('%s is reported', async (cover, problem) => {
    await writeFile(path.join(folder, 'text.png'), 'RIFF....WAVE');
    await writeFile(path.join(folder, 'photo.png'), starts.jpg);
    expect(await reading(withCover(cover))).toEqual({
      ok: false,
      problems: [expect.stringMatching(problem) as string], // a matcher, typed as a string
    });
  });

  it('may have at most 2 MiB', async () => {
    const file = path.join(folder, 'cover.png');
    const largest = Buffer.concat([starts.png, Buffer.alloc(2048 * 1024 - starts.png.length, 1)]);
    await writeFile(file, largest);
    expect((await described(withCover('cover.png'))).brand.cover).not.toBeNull();
    await writeFile(file, Buffer.concat([largest, Buffer.from([1])]));
    expect(await reading(withCover('cover.png'))).toEqual({
      ok: false,
      problems: ['brand.cover: the image is larger than 2048 KiB'],
    });
  });

  it('is reported together with the logo if both are missing', async () => {
    const brand = { ...plain.brand, logo: 'logo.svg', cover: 'cover.webp' };
    expect(await reading({ ...plain, brand })).toEqual({
      ok: false,
      problems: ['brand.logo: the image is missing', 'brand.cover: the image is missing'],
    });
  });
});

describe('the tagline', () => {
  it.each([
    ['Draw with the wind.', null],
    ['x'.repeat(80), null],
    ['x'.repeat(81), /^brand\.tagline: must have at most 80 characters$/],
    ['two\nlines', /^brand\.tagline: /],
    ['', /^brand\.tagline: /],
  ])('%j is read or reported', async (tagline, problem) => {
    const config = { ...plain, brand: { ...plain.brand, tagline } };
    const read = await reading(config);
    if (problem === null) expect((await described(config)).brand.tagline).toBe(tagline);
    else expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(problem)]);
  });
});
