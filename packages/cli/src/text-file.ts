// Reads text files. A file that is not UTF-8 is refused with its line and likely encoding.
import { readFileSync } from 'node:fs';
import { decodeUtf8, faultSentence } from '@latchkey/protocol/utf8.ts';
import { CliProblem, errorCode } from './problem.ts';

export function readTextFile(file: string): string {
  return textOfBytes(readBytes(file), file);
}

/** `place` names the origin of the bytes in the refusal. */
export function textOfBytes(bytes: Uint8Array, place: string): string {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw new CliProblem(faultSentence(place, decoded));
  return decoded.text;
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CliProblem(`${file} cannot be read (${errorCode(error)}).`);
  }
}
