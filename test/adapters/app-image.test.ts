// Replacing an AppImage: the new file has only verified bytes, is moved into place in one step, and
// the old file is kept.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAppImageInstaller } from '../../src/main/adapters/app-image.ts';
import type { PreparedPackage } from '../../src/main/core/flows/loader-install.ts';

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const isRoot = process.getuid?.() === 0;

function bench() {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-app-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);
  const image = at('Fjord.AppImage');
  writeFileSync(image, 'version 1');
  chmodSync(image, 0o755);
  // A file of the user whose name resembles that of a temporary file.
  writeFileSync(at('Fjord.AppImage.notes.new'), 'of the user');
  const store = mkdtempSync(path.join(tmpdir(), 'latchkey-store-'));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  const file = path.join(store, 'fjord.AppImage');
  writeFileSync(file, 'version 2');
  const restarts: string[] = [];
  const installer = createAppImageInstaller(image, () => void restarts.push('restart'));
  const from = { file, sha256: sha256('version 2') };
  const content = () => readFileSync(image, 'utf8');
  const names = () => readdirSync(folder).sort();
  return { folder, at, image, file, from, installer, content, names };
}

function must(prepared: PreparedPackage): Extract<PreparedPackage, { ok: true }> {
  if (!prepared.ok) throw new Error(prepared.cause);
  return prepared;
}

const bystander = 'Fjord.AppImage.notes.new';

describe('an AppImage', () => {
  it('is replaced by the verified file, and the old one is kept', { tags: 'linux' }, async () => {
    const { image, from, installer, content, names, at } = bench();
    const prepared = must(await installer.prepare(from));
    expect(content()).toBe('version 1');
    expect(prepared).toMatchObject({
      previousSha256: sha256('version 1'),
      isPlacedImmediately: true,
    });
    await prepared.place();
    expect(content()).toBe('version 2');
    expect(statSync(image).mode & 0o777).toBe(0o755);
    expect(readFileSync(at('Fjord.AppImage.previous'), 'utf8')).toBe('version 1');
    expect(names()).toEqual(['Fjord.AppImage', bystander, 'Fjord.AppImage.previous']);
  });

  it('keeps only the newest previous file', { tags: 'linux' }, async () => {
    const { from, file, installer, at, names } = bench();
    await must(await installer.prepare(from)).place();
    writeFileSync(file, 'version 3');
    await must(await installer.prepare({ file, sha256: sha256('version 3') })).place();
    expect(readFileSync(at('Fjord.AppImage.previous'), 'utf8')).toBe('version 2');
    expect(names()).toHaveLength(3);
  });

  it(
    'is not replaced by a file that was swapped after its verification',
    { tags: 'linux' },
    async () => {
      const { from, file, installer, content, names } = bench();
      writeFileSync(file, 'version X');
      expect(await installer.prepare(from)).toEqual({ ok: false, cause: 'not-genuine' });
      expect(content()).toBe('version 1');
      expect(names()).toEqual(['Fjord.AppImage', bystander]);
      // Control: the original file is accepted.
      writeFileSync(file, 'version 2');
      await must(await installer.prepare(from)).place();
      expect(content()).toBe('version 2');
    },
  );

  it(
    'gets the verified bytes although the source changes after the copy',
    { tags: 'linux' },
    async () => {
      const { from, file, installer, content } = bench();
      const prepared = must(await installer.prepare(from));
      writeFileSync(file, 'version X');
      await prepared.place();
      expect(content()).toBe('version 2');
    },
  );

  it('is not replaced through a link that took the place of the verified file', async () => {
    const { from, file, installer, content, at } = bench();
    writeFileSync(at('elsewhere'), 'version 2');
    rmSync(file);
    symlinkSync(at('elsewhere'), file);
    expect(await installer.prepare(from)).toMatchObject({ ok: false });
    expect(content()).toBe('version 1');
  });

  it('is not replaced by a truncated file', async () => {
    const { from, file, installer, content } = bench();
    writeFileSync(file, 'version');
    expect(await installer.prepare(from)).toEqual({ ok: false, cause: 'not-genuine' });
    expect(content()).toBe('version 1');
  });

  it('leaves no copy if it cannot be replaced', { tags: 'linux' }, async () => {
    const { from, image, installer, names } = bench();
    const prepared = must(await installer.prepare(from));
    rmSync(image);
    // The system refuses to replace a folder.
    mkdirSync(image);
    await expect(prepared.place()).rejects.toThrow('EISDIR');
    expect(names()).toEqual(['Fjord.AppImage', bystander, 'Fjord.AppImage.previous']);
  });

  it('has no copies of killed installations after a start', { tags: 'linux' }, async () => {
    const { image, at, names } = bench();
    writeFileSync(at('Fjord.AppImage.0123456789ab.new'), 'half');
    createAppImageInstaller(image, () => undefined);
    await expect.poll(names).toEqual(['Fjord.AppImage', bystander]);
  });

  it.skipIf(isRoot)('stays unchanged if the folder is not writable', async () => {
    const { from, folder, installer, content, names } = bench();
    chmodSync(folder, 0o555);
    const result = await installer.prepare(from);
    chmodSync(folder, 0o755);
    expect(result).toEqual({ ok: false, cause: 'not-writable' });
    expect(content()).toBe('version 1');
    expect(names()).toEqual(['Fjord.AppImage', bystander]);
  });

  it(
    'leaves no second link to the old file after a killed installation',
    { tags: 'linux' },
    async () => {
      const { from, installer, names } = bench();
      // Killed before `place`: the current file is already kept.
      must(await installer.prepare(from));
      await must(await installer.prepare(from)).place();
      expect(names()).toEqual(['Fjord.AppImage', bystander, 'Fjord.AppImage.previous']);
    },
  );

  it(
    'removes the copies of killed installations, but no file of the user',
    { tags: 'linux' },
    async () => {
      const { from, at, installer, names } = bench();
      for (const left of [
        'Fjord.AppImage.0123456789ab.new',
        'Fjord.AppImage.previous.ba9876543210.new',
      ])
        writeFileSync(at(left), 'half');
      await must(await installer.prepare(from)).place();
      expect(names()).toEqual(['Fjord.AppImage', bystander, 'Fjord.AppImage.previous']);
    },
  );
});

describe('the previous AppImage', () => {
  it('is restored if it is unchanged', { tags: 'linux' }, async () => {
    const { from, installer, content, image } = bench();
    const { previousSha256, place } = must(await installer.prepare(from));
    await place();
    expect(await installer.restore(previousSha256 ?? '')).toBe(true);
    expect(content()).toBe('version 1');
    expect(statSync(image).mode & 0o111).not.toBe(0);
  });

  it('is not restored if it was changed', { tags: 'linux' }, async () => {
    const { from, installer, content, at } = bench();
    const { previousSha256, place } = must(await installer.prepare(from));
    await place();
    writeFileSync(at('Fjord.AppImage.previous'), 'malware');
    expect(await installer.restore(previousSha256 ?? '')).toBe(false);
    expect(content()).toBe('version 2');
  });

  it('is not restored if it is missing', async () => {
    const { installer, content } = bench();
    await expect(installer.restore(sha256('version 1'))).rejects.toThrow('ENOENT');
    expect(content()).toBe('version 1');
  });
});
