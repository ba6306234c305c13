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
  const texts = ['baseUrl', 'name', 'ownerid', 'sessionid'];
  return (
    typeof line === 'object' &&
    line !== null &&
    line.v === 1 &&
    texts.every((name) => typeof line[name] === 'string' && line[name] !== '') &&
    /^https?:\/\//.test(line.baseUrl) &&
    (line.publicKey === null || /^[0-9a-fA-F]{64}$/.test(line.publicKey)) &&
    ['required', 'off'].includes(line.challenge) &&
    ['GET', 'POST'].includes(line.method)
  );
}

/**
 * SECURITY: the line comes from whoever starts this program. Of the service only what is pinned counts; answers must be signed
 * by a pinned key and belong to this very question.
 */
function believe(line, pinned) {
  if (pinned === null) return line;
  const same =
    withoutSlash(line.baseUrl) === withoutSlash(pinned.baseUrl) &&
    line.name === pinned.name &&
    line.ownerid === pinned.ownerid &&
    line.challenge === 'required' &&
    pinned.publicKeys.some((key) => key.toLowerCase() === String(line.publicKey).toLowerCase());
  if (!same)
    throw new Refused('unverified', 'This program was started for a service that is not its own.');
  return line;
}

function withoutSlash(url) {
  return url.replace(/\/+$/, '');
}

function noLine() {
  return new Refused('line', 'Please start this program from its loader.');
}

module.exports = { readOptions, readLine, believe };
