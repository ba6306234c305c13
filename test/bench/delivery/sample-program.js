// The program that is delivered in the bench, and the next version of it.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const files = 3000;
const fileBytes = 97_000;
const largestBytes = 9_000_000;
const changedPlaces = 30;

const nameOf = (/** @type {number} */ index) => join(`part-${index % 30}`, `file-${index}`);

/** Half of each file gets smaller, as the files of programs do. @param {string} source */
export async function writeProgram(source) {
  const words = Buffer.alloc(fileBytes, 'a program says the same things again and again, ');
  for (let index = 0; index < files; index += 1) {
    const bytes = index === 0 ? largestBytes : fileBytes;
    const content = Buffer.concat([randomBytes(bytes / 2), words.subarray(0, bytes / 2)]);
    const file = join(source, nameOf(index));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await writeFile(join(source, 'run.sh'), '#!/bin/sh\n');
}

/** One percent of the bytes, in 30 places of 30 files; in the largest, something comes between. @param {string} source */
export async function changeProgram(source) {
  const length = Math.floor((files * fileBytes) / 100 / changedPlaces);
  for (let index = 0; index < changedPlaces; index += 1) {
    const file = join(source, nameOf(index));
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    const behind = bytes.subarray(index === 0 ? middle : Math.min(middle + length, bytes.length));
    await writeFile(file, Buffer.concat([bytes.subarray(0, middle), randomBytes(length), behind]));
  }
}
