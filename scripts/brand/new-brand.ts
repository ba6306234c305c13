// Makes the folder of a new brand, with example values for facts that only the seller knows.
import path from 'node:path';
import { firstVersion } from '@latchkey/protocol/versions.ts';
import { Refusal } from '../refusal.js';
import { writeBrand } from './write-brand.ts';

export interface NewBrand {
  readonly name: string;
  readonly color: string;
  /** Absolute path of an image, like `cover`. */
  readonly logo: string | undefined;
  readonly cover: string | undefined;
  readonly id: string | undefined;
  readonly executable: string | undefined;
  readonly author: string | undefined;
  readonly email: string | undefined;
  readonly homepage: string | undefined;
}

/** Throws a Refusal, and leaves no folder behind, if the folder exists or a value is invalid. */
export function makeBrand(folder: string, given: NewBrand): void {
  const { name, color, homepage = 'https://example.com' } = given;
  const executable = given.executable ?? executableOf(name);
  if (!URL.canParse(homepage))
    throw new Refusal('--homepage must be a URL, like https://fjord.tools.');
  const images = [imageOf('logo', given.logo), imageOf('cover', given.cover)].flat();
  const fields = Object.fromEntries(images.map(({ field, to }) => [field, to]));
  writeBrand(folder, {
    config: {
      service: {
        baseUrl: 'https://licenses.example.com',
        name,
        ownerid: '0000000000',
        publicKey: '0'.repeat(64),
      },
      brand: { name, color, ...fields },
      delivery: { publisherKeys: ['0'.repeat(64)] },
    },
    brand: {
      id: given.id ?? [...new URL(homepage).hostname.split('.').reverse(), executable].join('.'),
      executable,
      version: firstVersion,
      author: given.author ?? name,
      email: given.email ?? 'support@example.com',
      homepage,
    },
    files: images,
  });
}

function imageOf(field: string, from: string | undefined) {
  return from === undefined
    ? []
    : [{ field, from, to: `${field}${path.extname(from).toLowerCase()}` }];
}

/** "Fjord Tools" becomes fjord-tools. */
function executableOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const executable = words
    .join('-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-$/, '');
  if (executable.length < 2)
    throw new Refusal('Give --executable: the name has too few Latin letters for a file name.');
  return executable;
}
