// Asks the license service and believes only what is proven: signature over the raw bytes first, then the echo of this
// very request and application, then the owner, then success. Must not put an address or a session id into an error.
'use strict';
const crypto = require('crypto');
const http = require('http');
const https = require('https');
const { URL, URLSearchParams } = require('url');
const { Refused } = require('./refused.cjs');

const timeoutMs = 10_000;
const maxBodyBytes = 1024 * 1024;
/** Where the service cannot echo a challenge, its time must be so close to ours. */
const maxAgeSeconds = 120;
/** What comes before the 32 bytes of an Ed25519 key in its DER form. Source: RFC 8410. */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');

class Service {
  /** `line`: what the loader gave, with the keys that count (input.cjs). */
  constructor(line) {
    this.line = line;
    this.signed = line.publicKeys.length > 0;
  }

  /** The verified answer to one operation of the signed-in session. */
  async ask(type, parameters = {}) {
    // The loader is offline.
    if (this.line.sessionid === null) throw unreachable();
    const challenge = crypto.randomBytes(32).toString('base64url');
    const { name, ownerid, sessionid, publicKeys } = this.line;
    // The service signs by one of these: it may have several while it changes its key.
    const known = this.signed ? { keys: publicKeys.slice(0, 3).map(keyIdOf).join(',') } : {};
    const asked = { type, name, ownerid, sessionid, challenge, ...known, ...parameters };
    const answer = await this.send(asked);
    if (this.signed) this.verifySignature(answer);
    const body = parse(answer.body);
    if (this.line.challenge === 'required') {
      if (body.challenge !== challenge || body.type !== type)
        throw unverified('it belongs to another question');
      // One key signs for all applications of a service.
      if (body.name !== name) throw unverified('it belongs to another application');
    }
    if (body.ownerid !== ownerid) throw unverified('it belongs to another application');
    if (body.success !== true) throw refusedBy(body);
    return body;
  }

  /** Redirects are not followed: an answer must come from the address that the loader named. */
  send(parameters) {
    const form = new URLSearchParams(parameters).toString();
    const url = new URL(`${this.line.baseUrl.replace(/\/+$/, '')}/api/1.3/`);
    const post = this.line.method === 'POST';
    if (!post) url.search = form;
    const headers = post ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const client = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const fail = () => {
        clearTimeout(timer);
        request.destroy();
        reject(unreachable());
      };
      const timer = setTimeout(fail, timeoutMs);
      const request = client.request(url, { method: this.line.method, headers }, (response) => {
        const chunks = [];
        let bytes = 0;
        response.on('error', fail).on('aborted', fail);
        response.on('data', (chunk) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > maxBodyBytes) fail();
        });
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      request.on('error', fail);
      request.end(post ? form : undefined);
    });
  }

  /** Ed25519 over the text of the timestamp header and the body as it came, before anything of it is read. */
  verifySignature({ headers, body }) {
    const timestamp = String(headers['x-signature-timestamp'] || '');
    const signature = String(headers['x-signature-ed25519'] || '');
    if (!/^[0-9]{1,13}$/.test(timestamp) || !/^[0-9a-fA-F]{128}$/.test(signature))
      throw unverified('it is not signed');
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    const isBy = (publicKey) =>
      crypto.verify(null, signed, readKey(publicKey), Buffer.from(signature, 'hex'));
    if (!this.line.publicKeys.some(isBy)) throw unverified('its signature is not right');
    const age = Math.abs(Date.now() / 1000 - Number(timestamp));
    if (this.line.challenge === 'off' && age > maxAgeSeconds)
      throw unverified('its time is not ours');
  }
}

function readKey(publicKey) {
  const key = Buffer.concat([ed25519Prefix, Buffer.from(publicKey, 'hex')]);
  return crypto.createPublicKey({ key, format: 'der', type: 'spki' });
}

/** What requests call a key: the first 16 hex characters of its SHA-256. */
function keyIdOf(publicKey) {
  const raw = Buffer.from(publicKey, 'hex');
  return crypto.createHash('sha256').update(raw).digest('hex').slice(0, 16);
}

function parse(bytes) {
  let body;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw unverified('it cannot be read');
  }
  if (typeof body !== 'object' || body === null) throw unverified('it cannot be read');
  return body;
}

function unreachable() {
  return new Refused('unreachable', 'The license service could not be reached.');
}

function unverified(why) {
  return new Refused('unverified', `The service's answer is not used: ${why}.`);
}

function refusedBy(body) {
  const text = typeof body.message === 'string' ? body.message.slice(0, 300) : '';
  return new Refused('refused', `The license service says no: ${text}`);
}

module.exports = { Service, readKey };
