// The file of saved sign-ins with random content: it causes no crash and yields no invalid sign-in,
// and the entries of other services are kept.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SavedSignIn } from '../../src/main/core/ports.ts';
import { createHarness } from '../core/harness.ts';
import { serviceHash } from '../../src/main/core/session/service-hash.ts';
import { triesAll } from '../support/share.ts';
import {
  anna,
  testServiceHash,
  openVaultOnDisk,
  seal,
  type VaultOnDisk,
} from '../support/vault-on-disk.ts';

/** `npm run soak -- sweeps` runs ten thousand. */
const files = triesAll ? 10_000 : 1000;
const there = serviceHash({ ownerid: 'abcdefghij', name: 'There', baseUrl: 'https://a.example' });

let disk: VaultOnDisk;
beforeEach(async () => {
  disk = await openVaultOnDisk();
});
afterEach(() => disk.remove());

describe('files with random content', () => {
  const method = fc.oneof(
    fc.record({
      kind: fc.constant('password'),
      username: fc.string(),
      password: fc.oneof(fc.string(), fc.constant(null)),
    }),
    fc.record({ kind: fc.constant('key'), key: fc.string() }),
    fc.object({ maxDepth: 1 }),
  );
  const content = fc.oneof(
    { weight: 4, arbitrary: fc.record({ method, auto: fc.boolean(), usedAt: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ method, auto: fc.anything(), usedAt: fc.anything() }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
  const text = (of: unknown) => JSON.stringify({ of }).slice(6, -1);
  const sealed = fc.oneof(
    {
      weight: 4,
      arbitrary: content.map((of) => seal(JSON.parse(text(of) || 'null')).toString('base64')),
    },
    { weight: 1, arbitrary: fc.base64String() },
    { weight: 1, arbitrary: fc.string() },
  );
  const entry = fc.oneof(
    fc.record({
      id: fc.oneof(
        fc.constant('ab'.repeat(16)),
        fc.uuid().map((id) => id.replaceAll('-', '')),
        fc.string(),
      ),
      service: fc.constantFrom(testServiceHash, testServiceHash, there, 'x'),
      sealed,
    }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const file = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record({
          v: fc.constantFrom(2, 2, 2, 3, 1, 'x'),
          entries: fc.array(entry, { maxLength: 8 }),
        })
        .map(text),
    },
    { weight: 1, arbitrary: fc.jsonValue().map(text) },
    { weight: 1, arbitrary: fc.string() },
  );
  const elsewhere = (bytes: string): unknown[] => {
    try {
      const { v, entries } = JSON.parse(bytes) as { v: unknown; entries: unknown };
      if (v !== 2 || !Array.isArray(entries)) return [];
      return entries.filter(
        (entry: unknown) => (entry as { service?: unknown } | null)?.service === there,
      );
    } catch {
      return [];
    }
  };
  const run = async (numRuns: number, look: (bytes: string) => Promise<void>): Promise<void> => {
    const seed = Date.now() % 2 ** 31;
    await mkdir(disk.folder);
    const all = fc.assert(
      fc.asyncProperty(file, async (bytes) => {
        await writeFile(disk.file, bytes);
        await look(bytes);
      }),
      { numRuns, seed },
    );
    await all.catch((error: unknown) => {
      throw new Error(`with the seed ${String(seed)}`, { cause: error });
    });
  };

  it('cause no crash and yield only valid sign-ins', async () => {
    let opened = 0;
    const vault = disk.vault();
    await run(files, async () => {
      const { signIns, unreadable } = await vault.load();
      opened += signIns.length;
      expect(signIns.length + unreadable.length).toBeLessThanOrEqual(5);
      for (const { method: one } of signIns) expect(isSignIn(one)).toBe(true);
    });
    // Fails if almost no file is valid. About 65 of 1 000 contain a readable sign-in.
    expect(opened).toBeGreaterThan(files / 100);
  }, 300_000);

  it('keep the entries of another service when they are rewritten', async () => {
    await run(60, async (bytes) => {
      const before = elsewhere(bytes);
      await disk.vault().saveSignIn(anna);
      await disk.vault().clear();
      const after = await readFile(disk.file, 'utf8').catch(() => '');
      expect(elsewhere(after)).toEqual(before);
    });
  }, 60_000);

  it('make the loader send only init, unless a sign-in is saved as automatic', async () => {
    await run(150, async () => {
      const harness = createHarness({ vault: disk.vault() });
      await harness.loader.start();
      const [first] = (await disk.vault().load()).signIns;
      const chosen = first?.auto === true && hasSecret(first);
      expect(harness.http.types().slice(0, 2)).toEqual(
        chosen ? ['init', first.method.kind === 'key' ? 'license' : 'login'] : ['init'],
      );
      harness.loader.stop();
    });
  }, 60_000);
});

function isSignIn(method: SavedSignIn['method']): boolean {
  const text = method.kind === 'key' ? method.key : method.username;
  return text.length > 0 && text.length <= 70 && !/[\p{Cc}\p{Cs}]/u.test(text);
}

function hasSecret({ method }: SavedSignIn): boolean {
  return method.kind === 'key' || method.password !== null;
}
