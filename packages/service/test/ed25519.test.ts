// Signatures of libsodium and of node:crypto.
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { cryptoSigner, signingLibrary, sodiumSigner } from '../src/secrets/ed25519.ts';

/** The bytes before the seed in a PKCS #8 Ed25519 key (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

test('libsodium and node:crypto make the same 1 000 signatures', () => {
  expect(signingLibrary).toBe('libsodium');
  for (let round = 0; round < 1000; round += 1) {
    const seed = randomBytes(32);
    const der = Buffer.concat([pkcs8Head, seed]);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const bytes = randomBytes(round);
    const signature = sodiumSigner(seed)?.(bytes);
    expect(signature).toEqual(cryptoSigner(privateKey)(bytes));
    expect(verify(null, bytes, createPublicKey(privateKey), signature ?? Buffer.alloc(0))).toBe(
      true,
    );
  }
});

test('two signers sign independently of each other', () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map(sodiumSigner);
  const bytes = Buffer.from('same bytes');
  const before = first?.(bytes);
  expect(second?.(bytes)).not.toEqual(before);
  expect(first?.(bytes)).toEqual(before);
});

test('node:crypto signs where libsodium is not installed', () => {
  const withoutSodium = `
    const { _load } = require('node:module');
    require('node:module')._load = (name, ...rest) => {
      if (name === 'sodium-native') throw new Error('not installed');
      return _load(name, ...rest);
    };
    import('${import.meta.resolve('../src/secrets/ed25519.ts')}').then((module) => {
      console.log(module.signingLibrary, module.sodiumSigner(Buffer.alloc(32)));
    });`;
  const args = ['--conditions=latchkey-source', '--eval', withoutSodium];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('node:crypto null\n');
});
