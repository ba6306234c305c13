// Checks the brand's logo and cover beside the configuration, and reads them as data: addresses.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LoaderConfig } from '../../shared/config.ts';
import { imageTypes } from '../../shared/content-types.ts';
import { isMissing } from './file-errors.ts';

const kib = 1024;

/** The largest size of each image, in bytes. */
const maxBytes = { logo: 256 * kib, cover: 2048 * kib } as const;
export type BrandImage = keyof typeof maxBytes;

const imageNames: readonly BrandImage[] = ['logo', 'cover'];

/** Returns the problems of the images of `brand`. Each problem names its field. */
export function imageProblems(brand: LoaderConfig['brand'], folder: string): readonly string[] {
  return imageNames.flatMap((name) => {
    const file = brand[name];
    if (file === undefined) return [];
    const image = readImage(name, file, folder);
    return Buffer.isBuffer(image) ? [] : [`brand.${name}: the image ${image.problem}`];
  });
}

/** Returns a data: address, or null without a usable image. */
export function imageAddress(
  name: BrandImage,
  brand: LoaderConfig['brand'],
  folder: string,
): string | null {
  const file = brand[name];
  if (file === undefined) return null;
  const type = typeOf(file);
  const image = readImage(name, file, folder);
  if (type === undefined || !Buffer.isBuffer(image)) return null;
  return `data:${type};base64,${image.toString('base64')}`;
}

interface Problem {
  readonly problem: string;
}

function readImage(name: BrandImage, file: string, folder: string): Buffer | Problem {
  const image = readBounded(path.join(folder, file), maxBytes[name]);
  if (name === 'logo' || !Buffer.isBuffer(image)) return image;
  // If the format differs from the file name, the page cannot show the cover.
  const type = photoType(image);
  if (type === null) return { problem: 'is not a PNG, JPEG or WebP image' };
  if (type !== typeOf(file)) return { problem: `is ${type}, which its file name does not say` };
  return image;
}

function typeOf(file: string): string | undefined {
  return imageTypes[path.extname(file).toLowerCase()];
}

/** Detects the format by the signature at the start of the file. */
function photoType(image: Buffer): string | null {
  const hasAt = (at: number, text: string) =>
    image.toString('latin1', at, at + text.length) === text;
  if (hasAt(0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (hasAt(0, '\xff\xd8\xff')) return 'image/jpeg';
  return hasAt(0, 'RIFF') && hasAt(8, 'WEBP') ? 'image/webp' : null;
}

/** Reads a non-empty file of at most `maxBytes`. */
export function readBounded(file: string, maxBytes: number): Buffer | Problem {
  try {
    const facts = statSync(file);
    if (!facts.isFile()) return { problem: 'is not a file' };
    if (facts.size > maxBytes) return { problem: `is larger than ${maxBytes / kib} KiB` };
    if (facts.size === 0) return { problem: 'is empty' };
    return readFileSync(file);
  } catch (error) {
    return { problem: isMissing(error) ? 'is missing' : 'cannot be read' };
  }
}
