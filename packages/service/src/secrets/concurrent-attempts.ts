// Coordinates concurrent attempts of one process that share a budget. An attempt that finds no free
// slot waits for the undecided attempts. Otherwise, twenty concurrent correct passwords would be
// refused like wrong ones.

interface Scope {
  /** Number of attempts that use the scope. The last one removes it. */
  attempts: number;
  /** Number of slots of undecided attempts. */
  undecided: number;
  /** Number of slots that have been returned so far. */
  freed: number;
  lastTurn: Promise<unknown>;
  /** Attempts that wait for a slot. Each freed slot wakes one. */
  readonly waiting: (() => void)[];
  /** Work that takes no slot, woken when no attempt waits for a slot that is freed. */
  readonly watching: (() => void)[];
}

const maxWaiting = 200;

/** The values of `freed` at one moment, by scope. */
export type FreedCounts = ReadonlyMap<string, number>;

export class ConcurrentAttempts {
  readonly #scopes = new Map<string, Scope>();

  enter(scopes: readonly string[]): void {
    for (const name of scopes) {
      const scope = this.#scopes.get(name);
      if (scope === undefined)
        this.#scopes.set(name, {
          attempts: 1,
          undecided: 0,
          freed: 0,
          lastTurn: Promise.resolve(),
          waiting: [],
          watching: [],
        });
      else scope.attempts += 1;
    }
  }

  leave(scopes: readonly string[]): void {
    for (const name of scopes) {
      const scope = this.#of(name);
      scope.attempts -= 1;
      if (scope.attempts === 0) this.#scopes.delete(name);
    }
  }

  /** Runs `take` after earlier calls for this scope. */
  inTurn<T>(name: string, take: () => Promise<T>): Promise<T> {
    const scope = this.#of(name);
    const result = scope.lastTurn.then(take);
    scope.lastTurn = result.catch(() => undefined);
    return result;
  }

  freedCounts(scopes: readonly string[]): FreedCounts {
    return new Map(scopes.map((name) => [name, this.#of(name).freed]));
  }

  hold(scopes: readonly string[]): void {
    for (const name of scopes) this.#of(name).undecided += 1;
  }

  settle(scopes: readonly string[], freed: boolean): void {
    for (const name of scopes) {
      const scope = this.#of(name);
      scope.undecided -= 1;
      if (freed) scope.freed += 1;
      const wakeCount = scope.undecided === 0 ? scope.waiting.length : Number(freed);
      for (const wake of scope.waiting.splice(0, wakeCount)) wake();
      const isSlotFree = scope.undecided === 0 || (freed && scope.waiting.length === 0);
      if (isSlotFree) for (const wake of scope.watching.splice(0)) wake();
    }
  }

  /**
   * Waits for undecided attempts. Returns true if a slot may be free now, and false if no attempt
   * in flight can free one.
   */
  async freedSince(before: FreedCounts, spentScopes: readonly string[]): Promise<boolean> {
    for (const name of spentScopes) {
      const scope = this.#scopes.get(name);
      if (scope === undefined) return false;
      if (scope.freed !== before.get(name)) continue;
      if (scope.undecided === 0 || scope.waiting.length >= maxWaiting) return false;
      await new Promise<void>((resolve) => scope.waiting.push(resolve));
    }
    return true;
  }

  /**
   * Resolves when one of the scopes has a free slot that no attempt waits for, or no attempt in
   * flight. Returns undefined if no attempt is undecided, or if too many wait.
   */
  untilSlotIsFree(scopes: readonly string[]): Promise<void> | undefined {
    const scope = scopes
      .map((name) => this.#scopes.get(name))
      .find((scope) => scope && scope.undecided > 0 && scope.watching.length < maxWaiting);
    return scope && new Promise<void>((resolve) => scope.watching.push(resolve));
  }

  #of(name: string): Scope {
    const scope = this.#scopes.get(name);
    if (scope === undefined) throw new Error('Nobody has entered this scope');
    return scope;
  }
}
