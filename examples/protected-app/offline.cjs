// Verifies the offline pass that the loader writes to the line, so that the program works while the service does not answer.
// `../offline-pass-vectors.json` has passes with the expected results, for programs in other languages.
'use strict';
const crypto = require('crypto');
const { readKey } = require('./service.cjs');

const domain = Buffer.from('latchkey-pass-v1\n');
const maxLength = 16_384;
/** The longest time that a seller can set. */
const maxSeconds = 168 * 3600;
/** The time by which this computer's clock may be behind that of the service. */
const behindSeconds = 5 * 60;

/**
 * Returns `{ pass }`, or `{ fault }`: `invalid`, `expired` or `clock-behind`. `publicKeys`, `name` and `ownerid` must be pinned.
 * SECURITY: the signature over the raw bytes comes first. The program cannot check the computer, and does not notice a clock that
 * was set back within the time of the pass.
 */
function checkPass(text, { publicKeys, name, ownerid }, nowSeconds = Date.now() / 1000) {
  const invalid = { fault: 'invalid' };
  if (typeof text !== 'string' || text.length > maxLength) return invalid;
  const [encodedJson, encodedSignature, ...others] = text.split('.');
  if (encodedSignature === undefined || others.length > 0) return invalid;
  const [json, signature] = [encodedJson, encodedSignature].map((part) =>
    Buffer.from(part, 'base64url'),
  );
  // One pass has one spelling.
  if (
    json.toString('base64url') !== encodedJson ||
    signature.toString('base64url') !== encodedSignature
  )
    return invalid;
  const signed = Buffer.concat([domain, json]);
  if (!publicKeys.some((key) => crypto.verify(null, signed, readKey(key), signature)))
    return invalid;
  const pass = parse(json);
  if (pass === null || !isPass(pass)) return invalid;
  if (pass.until - pass.issued > maxSeconds) return invalid;
  // One key signs for all applications of a service.
  if (pass.name !== name || pass.ownerid !== ownerid) return invalid;
  if (nowSeconds >= pass.until) return { fault: 'expired' };
  if (nowSeconds < pass.issued - behindSeconds) return { fault: 'clock-behind' };
  return { pass };
}

function parse(json) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch {
    return null;
  }
}

function isPass(pass) {
  if (typeof pass !== 'object' || pass === null || pass.v !== 1) return false;
  const areTexts = [pass.name, pass.ownerid, pass.username, pass.hwid].every(
    (text) => typeof text === 'string',
  );
  const areTimes = [pass.issued, pass.until, pass.sequence].every(isTime);
  return (
    areTexts &&
    pass.hwid !== '' &&
    areTimes &&
    Array.isArray(pass.subscriptions) &&
    pass.subscriptions.every(isSubscription)
  );
}

function isSubscription(one) {
  return (
    typeof one === 'object' &&
    one !== null &&
    typeof one.subscription === 'string' &&
    typeof one.level === 'string' &&
    isTime(one.expiry)
  );
}

function isTime(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

module.exports = { checkPass };
