// What the example is given: its arguments, and the one line of JSON that the loader writes to standard input.
'use strict';
const { Refused } = require('./refused.cjs');

const maxLineBytes = 64 * 1024;

/** `--seconds N`: stay open so long (5). `--exit-code N`: then end with this code (0). */
function readOptions(argv) {
  const options = { seconds: 5, exitCode: 0 };
  const names = { '--seconds': 'seconds', '--exit-code': 'exitCode' };
  for (let index = 0; index < argv.length; index += 2) {
    const name = names[argv[index]];
    if (name === undefined || !/^[0-9]{1,5}(\.[0-9]+)?$/.test(argv[index + 1] || ''))
      throw new Refused('arguments', 'Usage: node main.cjs [--seconds N] [--exit-code N]');
    options[name] = Number(argv[index + 1]);
  }
  return options;
}

/** Reads until end of file. The line is checked by hand: an app of any language can do the same. */
async function readLine(stdin) {
  if (stdin.isTTY) throw noLine();
  const chunks = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxLineBytes) throw noLine();
  }
  let line;
  try {
    line = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw noLine();
  }
  if (!isLine(line)) throw noLine();
  return line;
}

function isLine(line) {
  const texts = ['baseUrl', 'name', 'ownerid'];
  return (
    typeof line === 'object' &&
    line !== null &&
    line.v === 1 &&
    texts.every((name) => isText(line[name])) &&
    // Offline, there may be a pass instead of a session.
    (isText(line.sessionid) || (line.sessionid === null && isText(line.offline))) &&
    (line.offline === undefined || isText(line.offline)) &&
    /^https?:\/\//.test(line.baseUrl) &&
    (line.publicKey === null || isKey(line.publicKey)) &&
    // Loaders of before name one key only.
    (line.publicKeys === undefined ||
      (Array.isArray(line.publicKeys) && line.publicKeys.every(isKey))) &&
    ['required', 'off'].includes(line.challenge) &&
    ['GET', 'POST'].includes(line.method) &&
    // Loaders of before hand over none.
    (line.options === undefined || areOptions(line.options))
  );
}

/** Name -> what the user chose, as the seller wrote both into the loader's configuration. */
function areOptions(options) {
  return (
    typeof options === 'object' &&
    options !== null &&
    Object.values(options).every((value) => typeof value === 'string')
  );
}

function isText(value) {
  return typeof value === 'string' && value !== '';
}

function isKey(text) {
  return typeof text === 'string' && /^[0-9a-fA-F]{64}$/.test(text);
}

/** Each key once, in small letters. */
function keysOf(publicKeys) {
  return [...new Set(publicKeys.map((key) => key.toLowerCase()))];
}

/**
 * SECURITY: the line comes from whoever starts this program. Of the service only what is pinned counts; answers must be signed
 * by a pinned key and belong to this very question. Returns the line with the keys that count: none where answers are not signed.
 */
function believe(line, pinned) {
  const named = line.publicKey === null ? [] : [line.publicKey, ...(line.publicKeys || [])];
  const given = keysOf(named);
  if (pinned === null) return { ...line, publicKeys: given };
  const own = keysOf(pinned.publicKeys);
  const same =
    // Whoever it reaches elsewhere cannot sign: the keys decide.
    (pinned.baseUrl === null || withoutSlash(line.baseUrl) === withoutSlash(pinned.baseUrl)) &&
    line.name === pinned.name &&
    line.ownerid === pinned.ownerid &&
    line.challenge === 'required' &&
    // The service may be changing its key: one that both know is enough, and answers have to be by a pinned one.
    given.some((key) => own.includes(key));
  if (!same)
    throw new Refused('unverified', 'This program was started for a service that is not its own.');
  return { ...line, publicKeys: own };
}

function withoutSlash(url) {
  return url.replace(/\/+$/, '');
}

function noLine() {
  return new Refused('line', 'Please start this program from its loader.');
}

module.exports = { readOptions, readLine, believe };
