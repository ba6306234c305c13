// The delivery worker with a disk that kills the process at its n-th call: before it, after it, or
// after half of a write. Variables: KILL_AT (n, or 0 for never), KILL_HOW (`before`, `after` or
// `half`) and KILL_COUNT (a file that receives the number of calls).
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
  // Blocks until the signal arrives, so that no other call runs.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const killing = new Proxy(realDisk, {
  get(disk, name: keyof Disk) {
    const call = disk[name] as ((...args: unknown[]) => unknown) | undefined; // from node:fs
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
