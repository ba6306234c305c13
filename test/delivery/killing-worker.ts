// The delivery worker on a disk that ends the whole process at its n-th call: before it, after it, or with half of what was to be
// written. Variables: KILL_AT (0: never), KILL_HOW, KILL_COUNT (a file that is told how many calls there were).
import '../../src/main/core/zod-config.ts';
import { writeFileSync } from 'node:fs';
import { answerCalls } from '../../src/main/adapters/delivery/worker-server.ts';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';

const killAt = Number(process.env['KILL_AT'] ?? 0);
const how = process.env['KILL_HOW'] ?? 'before';
const countFile = process.env['KILL_COUNT'];
let count = 0;

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // Nothing more happens here, however long it takes.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const killing = new Proxy(realDisk, {
  get(disk, name: keyof Disk) {
    const call = disk[name] as ((...args: unknown[]) => unknown) | undefined; // one of node:fs
    if (call === undefined) return undefined;
    return (...args: unknown[]) => {
      count += 1;
      if (count !== killAt) {
        const result = call(...args);
        if (name === 'rmSync' && countFile !== undefined) writeFileSync(countFile, String(count));
        return result;
      }
      const [handle, bytes, at, length, position] = args;
      if (how === 'half' && name === 'writeSync' && bytes instanceof Uint8Array)
        call(
          handle,
          bytes,
          at ?? 0,
          Math.floor(Number(length ?? bytes.length) / 2),
          position ?? null,
        );
      else if (how === 'after') call(...args);
      return die();
    };
  },
});

answerCalls(killing);
