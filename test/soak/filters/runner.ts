// Runs every test several times: as it is, which says what filters it reaches, then once without each of those that no test has
// seen missing yet, then as it is again. What was seen is appended to a file, line by line.
import { appendFileSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { TestRunner, type TestTryOptions } from 'vitest';

/** What the tests of a file are told by the one who started them. */
export interface Orders {
  /** Numbers of filters. */
  readonly seen: readonly number[];
  /** One that is missing in the whole file, from the start; then each test runs once. */
  readonly removed: number | null;
  /** By name of a test; without them every test is tried without whatever it reaches. */
  readonly tries?: Readonly<Record<string, readonly number[]>>;
  /** Tests that are tried without the same filter. */
  readonly most?: number;
  readonly findings: string;
}

/** One line of the findings. */
export type Finding =
  | { readonly kind: 'seen' | 'unseen'; readonly filters: readonly number[]; readonly test: string }
  | { readonly kind: 'broken' | 'red'; readonly test: string; readonly why: string }
  /** Reached where they cannot be removed for one test alone: several share a service, or the test is long. */
  | { readonly kind: 'apart'; readonly filters: readonly number[] }
  | { readonly kind: 'end' };

const orders = JSON.parse(readFileSync(process.env['SOAK_ORDERS'] ?? '', 'utf8')) as Orders; // written by the part
/** Of the processor's time: whatever else the machine does makes no test long. */
const longMicroseconds = 3_000_000;

const seen = new Set(orders.seen);
/** How often each was tried. */
const tried = new Map<number, number>();
const reached = new Set<number>();
const apart = new Set<number>();
let removed: number | null = orders.removed;
let isInTest = false;

function reach(filter: number): boolean {
  (isInTest ? reached : apart).add(filter);
  return removed === filter;
}

Object.assign(globalThis, {
  filterOfSoak: (filter: number, left: unknown, keep: (left: unknown) => unknown) =>
    reach(filter) ? left : keep(left),
  conditionOfSoak: (filter: number, left: unknown, keep: (left: unknown) => unknown) =>
    reach(filter) ? sql`1 = 1` : keep(left),
});

function report(finding: Finding): void {
  if ('filters' in finding && finding.filters.length === 0) return;
  appendFileSync(orders.findings, `${JSON.stringify(finding)}\n`);
}

function toTry(test: string): number[] {
  const tries = orders.tries === undefined ? reached : (orders.tries[test] ?? []);
  return [...tries].filter(
    (one) => !seen.has(one) && !apart.has(one) && (tried.get(one) ?? 0) < (orders.most ?? Infinity),
  );
}

interface About {
  readonly test: string;
  readonly why: string;
}

type Task = Parameters<TestRunner['onBeforeTryTask']>[0];

class SoakRunner extends TestRunner {
  #waiting: number[] = [];
  /** What this test says without each of them; believed once it is green again as it is. */
  #red: number[] = [];
  #green: number[] = [];
  #startedAt = process.cpuUsage();

  override onBeforeTryTask(test: Task, options: TestTryOptions): void {
    isInTest = true;
    if (options.retry === 0) {
      [this.#red, this.#green] = [[], []];
      reached.clear();
      this.#startedAt = process.cpuUsage();
    }
    super.onBeforeTryTask(test, options);
  }

  override async onAfterRetryTask(
    test: Parameters<TestRunner['onAfterRetryTask']>[0],
    options: TestTryOptions,
  ): Promise<void> {
    await super.onAfterRetryTask(test, options);
    isInTest = false;
    const { result } = test;
    if (result === undefined || result.state === 'skip') return;
    const isRed = result.state === 'fail';
    const about = { test: test.name, why: result.errors?.at(-1)?.message ?? '' };
    if (orders.removed !== null) {
      if (isRed) report({ kind: 'red', ...about });
      return;
    }
    const goesOn = this.#next(about, isRed, options.retry === 0);
    // Another try follows a red one only, and one with an error.
    result.state = goesOn ? 'fail' : 'pass';
    if (goesOn) result.errors = [{ message: 'another filter is next' }];
    else delete result.errors;
  }

  /** Whether the test is to run again. */
  #next(about: About, isRed: boolean, isFirst: boolean): boolean {
    if (isFirst) {
      if (isRed) report({ kind: 'broken', ...about });
      const { user, system } = process.cpuUsage(this.#startedAt);
      const isLong = user + system > longMicroseconds;
      if (isLong) for (const filter of reached) apart.add(filter);
      this.#waiting = isRed || isLong ? [] : toTry(about.test);
      for (const filter of this.#waiting) tried.set(filter, (tried.get(filter) ?? 0) + 1);
      return this.#removeNext();
    }
    if (removed !== null) {
      (isRed ? this.#red : this.#green).push(removed);
      return this.#removeNext();
    }
    if (isRed) report({ kind: 'broken', ...about });
    else for (const filter of this.#red) seen.add(filter);
    const { test } = about;
    report({ kind: 'seen', filters: isRed ? [] : this.#red, test });
    report({ kind: 'unseen', filters: isRed ? [...this.#red, ...this.#green] : this.#green, test });
    return false;
  }

  /** After the last one the test runs once more as it is: was it red, it is not believed. */
  #removeNext(): boolean {
    const isAny = this.#waiting.length + this.#red.length + this.#green.length > 0;
    removed = this.#waiting.shift() ?? null;
    return isAny;
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    report({ kind: 'apart', filters: [...apart] });
    report({ kind: 'end' });
    super.onAfterRunFiles(files);
  }
}

export { SoakRunner as default };
