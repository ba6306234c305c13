// Worker thread that reads the raw facts of this computer. hardware.ts starts it; it posts one
// message per fact.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { uuid } from 'systeminformation/lib/osinfo.js';
import { baseboard } from 'systeminformation/lib/system.js';
import { readFacts, type Sources } from './hardware-facts.ts';

/** The facts are in the first bytes: /proc/cpuinfo repeats its entries for each processor. */
const maxFileBytes = 4096;

const sources: Sources = {
  platform: process.platform,
  uuid: () => uuid(),
  baseboard: () => baseboard(),
  cpuModel: () => cpus()[0]?.model ?? '',
  readStart: async (file) => {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxFileBytes));
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  },
  run: (program, args) =>
    new Promise((resolve, reject) => {
      const options = { windowsHide: true, encoding: 'latin1' } as const;
      execFile(program, [...args], options, (error, output, errorText) => {
        const exitCode = error === null ? 0 : error.code;
        if (typeof exitCode === 'number')
          resolve({ exitCode, output, isSilent: output + errorText === '' });
        else reject(new Error(`${program} failed`));
      });
    }),
};

for (const [name, reading] of Object.entries(readFacts(sources)))
  void reading.then((fact) => parentPort?.postMessage({ name, fact }));
