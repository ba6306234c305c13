// Writes the program that the bench delivers, and its next version.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const files = 3000;
const fileBytes = 97_000;
const largestBytes = 9_000_000;
const changedPlaces = 30;
const largeFiles = 600;
const largeFileBytes = 1_000_000;

const words = Buffer.alloc(largestBytes, 'a program says the same things again and again, ');
const nameOf = (/** @type {number} */ index) => join(`part-${index % 30}`, `file-${index}`);

/** @param {string} source */
export async function writeProgram(source) {
  for (let index = 0; index < files; index += 1) {
    const bytes = index === 0 ? largestBytes : fileBytes;
    const file = join(source, nameOf(index));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contentOf(bytes));
  }
  await writeFile(join(source, 'run.sh'), '#!/bin/sh\n');
}

/**
 * Changes 1 % of the bytes, in 30 places of 30 files, and inserts bytes into the largest file.
 * @param {string} source
 */
export async function changeProgram(source) {
  const length = Math.floor((files * fileBytes) / 100 / changedPlaces);
  for (let index = 0; index < changedPlaces; index += 1) {
    const file = join(source, nameOf(index));
    const bytes = await readFile(file);
    const at = Math.floor(Math.max(0, bytes.length - length) / 2);
    const behind = bytes.subarray(index === 0 ? at : at + length);
    await writeFile(file, Buffer.concat([bytes.subarray(0, at), contentOf(length), behind]));
  }
}

/**
 * Writes twice as many bytes, incompressible and in chunks of a megabyte: too large for memory.
 * @param {string} source
 */
export async function writeLargeFiles(source) {
  await mkdir(join(source, 'sounds'), { recursive: true });
  for (let index = 0; index < largeFiles; index += 1)
    await writeFile(join(source, 'sounds', `sound-${index}`), randomBytes(largeFileBytes));
  await writeFile(join(source, 'run.sh'), '#!/bin/sh\n');
}

/** Half of it is compressible, as in typical programs. @param {number} length */
function contentOf(length) {
  const half = Math.floor(length / 2);
  return Buffer.concat([randomBytes(half), words.subarray(0, length - half)]);
}
