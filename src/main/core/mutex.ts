// Mutex: runs one operation at a time, in the order of the calls. async-mutex does not fit: it has
// had no release since 2024.

/** Resolves or rejects as `work` does. The next call runs even after a rejection. */
export type Mutex = <T>(work: () => T | Promise<T>) => Promise<T>;

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
