// Kills this process with SIGKILL at one of its steps: the changes to the AppImage, to the files
// beside it and to state.json. Replaces functions of node:fs/promises that the product calls.
import { appendFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { KillPoint, LoaderJob } from './killed-loader-job.ts';

const disk = process.getBuiltinModule('node:fs/promises');

type Act = () => Promise<unknown>;

/** Counts equal steps, so that each has a name: `rename apps/Fjord.AppImage.new 1`. */
function createSteps(traceFile: string | null, kill: KillPoint | null) {
  const counts = new Map<string, number>();
  return async (what: string, act: Act, half: Act = act): Promise<unknown> => {
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    const step = `${what} ${count}`;
    if (traceFile !== null) appendFileSync(traceFile, `${step}\n`);
    if (kill?.step !== step) return act();
    if (kill.when !== 'before') await (kill.when === 'half' ? half : act)();
    return die();
  };
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // Nothing happens until the signal arrives.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

export function killAtStep({ home, traceFile, kill }: LoaderJob): void {
  const step = createSteps(traceFile, kill);
  /** Returns null for files that belong to no step. */
  const nameOf = (file: unknown): string | null => {
    const name = path.relative(home, String(file)).replace(/[0-9a-f]{12}\.new$/, 'new');
    return /^apps(\/|$)|^data\/state\.json/.test(name) ? name : null;
  };
  for (const name of ['rename', 'link', 'rm'] as const) {
    const call = disk[name] as (...args: unknown[]) => Promise<unknown>; // as this file uses it
    const stepping = async (...args: unknown[]): Promise<unknown> => {
      const from = nameOf(args[0]);
      if (from === null) return call(...args);
      const to = name === 'rm' ? '' : ` to ${nameOf(args[1]) ?? ''}`;
      return step(`${name} ${from}${to}`, () => call(...args));
    };
    Object.assign(disk, { [name]: stepping });
  }
  const { open } = disk;
  const steppingOpen: typeof open = async (file, flags, mode) => {
    const name = nameOf(file);
    if (name === null) return open(file, flags, mode);
    if (flags === 'wx') await step(`create ${name}`, () => Promise.resolve());
    return withSteps(await open(file, flags, mode), name, step);
  };
  Object.assign(disk, { open: steppingOpen });
}

function withSteps(
  handle: FileHandle,
  name: string,
  step: ReturnType<typeof createSteps>,
): FileHandle {
  const [write, sync, chmod] = [
    handle.writeFile.bind(handle),
    handle.sync.bind(handle),
    handle.chmod.bind(handle),
  ];
  return Object.assign(handle, {
    writeFile: (data: string | Uint8Array) => {
      const bytes = Buffer.from(data);
      const half = bytes.subarray(0, bytes.length / 2);
      return step(
        `write ${name}`,
        () => write(bytes),
        () => write(half),
      );
    },
    sync: () => step(`sync ${name}`, sync),
    chmod: (mode: number) => step(`chmod ${name}`, () => chmod(mode)),
  });
}
