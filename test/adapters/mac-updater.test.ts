// The update on macOS: autoUpdater downloads the verified bytes from a server on this computer. The
// server serves nothing under other paths.
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMacUpdater, type AutoUpdater } from '../../src/main/adapters/mac-updater.ts';
import type { PreparedPackage } from '../../src/main/core/flows/loader-install.ts';

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

type Outcome = 'update-downloaded' | 'update-not-available' | 'error' | 'silence';

/** Behaves like autoUpdater: reads the feed, then the address in it. */
function fakeUpdater(outcome: Outcome) {
  const emitter = new EventEmitter();
  const seen = { feed: '', fetched: '', others: [] as number[], quits: 0 };
  const check = async (): Promise<void> => {
    if (outcome === 'silence') return;
    const { url } = (await (await fetch(seen.feed)).json()) as { url: string };
    seen.others.push((await fetch(new URL('/update.zip', seen.feed))).status);
    seen.others.push((await fetch(new URL('/', seen.feed))).status);
    seen.fetched = await (await fetch(url)).text();
    emitter.emit(outcome, new Error('Could not get code signature'));
  };
  const used = {
    setFeedURL: ({ url }: { readonly url: string }) => void (seen.feed = url),
    checkForUpdates: () => void check(),
    quitAndInstall: () => void (seen.quits += 1),
  };
  const updater = Object.assign(emitter, used) as AutoUpdater; // an emitter takes any event
  return { updater, seen, listeners: () => emitter.eventNames() };
}

function bench(outcome: Outcome = 'update-downloaded', limitMs?: number) {
  const root = mkdtempSync(path.join(tmpdir(), 'latchkey-mac-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const file = path.join(root, 'fjord.zip');
  writeFileSync(file, 'version 2');
  const fake = fakeUpdater(outcome);
  const installer = createMacUpdater({
    folder: path.join(root, 'copy'),
    autoUpdater: fake.updater,
    ...(limitMs !== undefined && { limitMs }),
  });
  return { ...fake, file, installer, from: { file, sha256: sha256('version 2') } };
}

function must(prepared: PreparedPackage): Extract<PreparedPackage, { ok: true }> {
  if (!prepared.ok) throw new Error(prepared.cause);
  return prepared;
}

it('serves the verified copy under a random address of this computer', async () => {
  const { file, from, installer, seen, listeners } = bench();
  const { place, ...rest } = must(await installer.prepare(from));
  expect(rest).toMatchObject({ previousSha256: null, isPlacedImmediately: false });
  writeFileSync(file, 'malware');
  await place();
  expect(seen.fetched).toBe('version 2');
  expect(seen.feed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
  expect(seen.others).toEqual([404, 404]);
  expect(listeners()).toEqual([]);
  // The server is closed.
  await expect(fetch(seen.feed)).rejects.toThrow();
  installer.restart();
  expect(seen.quits).toBe(1);
});

it.each<[Outcome, string, number?]>([
  ['error', 'code signature'],
  ['update-not-available', 'refused'],
  // The window opens only after the installation has ended.
  ['silence', 'too long', 50],
])('fails if the system answers with %s', async (outcome, message, limitMs) => {
  const { from, installer, seen, listeners } = bench(outcome, limitMs);
  const { place } = must(await installer.prepare(from));
  await expect(place()).rejects.toThrow(message);
  expect(listeners()).toEqual([]);
  await expect(fetch(seen.feed)).rejects.toThrow();
});

it('serves nothing if the file was swapped after its verification', async () => {
  const { file, from, installer, seen } = bench();
  writeFileSync(file, 'malware');
  expect(await installer.prepare(from)).toEqual({ ok: false, cause: 'not-genuine' });
  expect(seen.feed).toBe('');
});
