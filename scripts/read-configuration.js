// Reads loader.config.json. Refuses encodings other than UTF-8: they would garble the brand's name.
import { readFileSync } from 'node:fs';
import { decodeUtf8, faultSentence } from '../packages/protocol/src/utf8.ts';
import { Refusal } from './refusal.js';

/**
 * @param {string} file
 * @returns {any} the parsed file; the loader validates it
 */
export function readConfiguration(file) {
  const decoded = decodeUtf8(readFileSync(file));
  if (!decoded.ok) throw new Refusal(faultSentence(file, decoded));
  return JSON.parse(decoded.text);
}
