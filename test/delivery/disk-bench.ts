// Runs the worker's calls in the test's process, on a disk that the test can replace.
import path from 'node:path';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { readLocalUser } from '../../src/main/adapters/delivery/local-user.ts';
import { createCalls } from '../../src/main/adapters/delivery/worker-server.ts';
import type { UnsafeFolder } from '../../src/main/core/delivery/ports.ts';
import { createReleaseVerifier } from '../../src/main/core/delivery/verified-release.ts';
import { testFolder } from './delivery-parts.ts';
import { application, type MadeRelease, type TestKey } from './handmade-release.ts';

interface Bench {
  disk: Disk;
  /** Read at the first use of the folder. */
  system: string;
  /** The folder that the access lists of Windows leave open, or null. */
  openFolder: UnsafeFolder | null;
  /** The program that has a file open; null if the system does not report it. */
  holder: string | null;
}

export function openBench(
  key: TestKey,
  folder = path.join(testFolder(), 'program'),
  disk: Disk = realDisk,
) {
  const now: Bench = { disk, system: process.platform, openFolder: null, holder: null };
  const pauses: number[] = [];
  let taken = 0;
  let waits = 0;
  const current = new Proxy(realDisk, { get: (_disk, name: keyof Disk) => now.disk[name] });
  const work = createCalls(
    {
      disk: current,
      get system() {
        return now.system;
      },
      user: {
        ...readLocalUser({ profile: path.dirname(folder), mayAccept: false }),
        findOpenFolder: () => now.openFolder,
      },
      recordsFolder: path.join(path.dirname(folder), 'program-records'),
      findHolder: () => now.holder,
      pause: (ms) => void pauses.push(ms),
      stopped: () => false,
      waitsForFile: () => (waits += 1),
      elapsedMs: () => pauses.reduce((sum, ms) => sum + ms, 0),
      processId: process.pid,
      startOf: () => 'one',
      verifier: createReleaseVerifier([key.publicKey], {
        ...application,
        channel: 'stable',
        platform: 'linux-x64',
        emulatedPlatform: 'linux-ia32',
      }),
      dataFolder: `${folder}-data`,
    },
    () => undefined,
  );
  const install = async ({ offer, bytes, signature, chunks }: MadeRelease, to = folder) => {
    const begun = await work.begin(to, offer);
    if (!begun.ok) return begun;
    try {
      const { needsManifest } = begun.value;
      const admitted = await work.admit(needsManifest ? { manifest: bytes, signature } : null);
      if (!admitted.ok) return admitted;
      const assembled = await work.assemble();
      if (!assembled.ok) return assembled;
      for (const { index, storedSha256 } of assembled.value.missing) {
        taken += 1;
        // A copy, because the buffer then belongs to `take`, as in the worker.
        const stored = new Uint8Array(chunks.get(storedSha256) ?? []);
        const answer = await work.take(index, stored);
        if (!answer.ok) return answer;
      }
      const verified = await work.verifyNext();
      return verified.ok ? await work.place(1000) : verified;
    } finally {
      await work.end();
    }
  };
  /** `taken`: the chunks handed over so far; `waits`: the reports of a file in use. */
  return { folder, now, pauses, work, install, taken: () => taken, waits: () => waits };
}
