// Vitest setup: counts what each test tries, for attack-table.ts.
import { afterEach, beforeEach, expect } from 'vitest';

export interface Tries {
  /** HTTP requests, including those of the control. */
  readonly requests: number;
  /** Milliseconds until the slowest request was answered. */
  readonly worstMs: number;
  readonly checks: number;
}

declare module 'vitest' {
  interface TaskMeta {
    tries?: Tries;
  }
}

let requests = 0;
let worstMs = 0;
const { fetch } = globalThis;

beforeEach(() => {
  requests = 0;
  worstMs = 0;
  globalThis.fetch = async (...asked) => {
    const startedAt = performance.now();
    requests += 1;
    try {
      return await fetch(...asked);
    } finally {
      worstMs = Math.max(worstMs, performance.now() - startedAt);
    }
  };
});

afterEach(({ task }) => {
  globalThis.fetch = fetch;
  task.meta.tries = { requests, worstMs, checks: expect.getState().assertionCalls };
});
