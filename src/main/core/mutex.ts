// A mutex: runs one piece of work at a time, in the order of the calls.
// Written by hand: async-mutex has had no release since 2024, and the loader needs no more than these lines.

/** Answers as `work` does. A failure is its caller's alone: the next in line runs anyway. */
export type Mutex = <T>(work: () => T | Promise<T>) => Promise<T>;

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
