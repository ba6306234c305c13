// Coordinates concurrent attempts of one process that share a budget. An attempt that finds no free
// slot waits for the undecided attempts. Otherwise, twenty concurrent correct passwords would be
// refused like wrong ones.

interface Scope {
  /** Number of attempts that use the scope. The last one removes it. */
  tries: number;
  /** Number of slots of undecided attempts. */
  held: number;
  /** Number of slots that have been returned so far. */
  freed: number;
  last: Promise<unknown>;
  readonly waiting: (() => void)[];
}

const mostWaiting = 200;

/** The values of `freed` at one moment, by scope. */
export type Seen = ReadonlyMap<string, number>;

export class Turns {
  readonly #scopes = new Map<string, Scope>();

  enter(scopes: readonly string[]): void {
    for (const name of scopes) {
      const scope = this.#scopes.get(name);
      if (scope === undefined)
        this.#scopes.set(name, {
          tries: 1,
          held: 0,
          freed: 0,
          last: Promise.resolve(),
          waiting: [],
        });
      else scope.tries += 1;
    }
  }

  leave(scopes: readonly string[]): void {
    for (const name of scopes) {
      const scope = this.#of(name);
      scope.tries -= 1;
      if (scope.tries === 0) this.#scopes.delete(name);
    }
  }

  /** Runs `take` after earlier calls for this scope. */
  inTurn<T>(name: string, take: () => Promise<T>): Promise<T> {
    const scope = this.#of(name);
    const mine = scope.last.then(take);
    scope.last = mine.catch(() => undefined);
    return mine;
  }

  see(scopes: readonly string[]): Seen {
    return new Map(scopes.map((name) => [name, this.#of(name).freed]));
  }

  hold(scopes: readonly string[]): void {
    for (const name of scopes) this.#of(name).held += 1;
  }

  settle(scopes: readonly string[], freed: boolean): void {
    for (const name of scopes) {
      const scope = this.#of(name);
      scope.held -= 1;
      if (freed) scope.freed += 1;
      const woken = scope.held === 0 ? scope.waiting.length : Number(freed);
      for (const wake of scope.waiting.splice(0, woken)) wake();
    }
  }

  /**
   * Waits for undecided attempts. Returns true if a slot may be free now, and false if no attempt
   * in flight can free one.
   */
  async freedSince(seen: Seen, full: readonly string[]): Promise<boolean> {
    for (const name of full) {
      const scope = this.#scopes.get(name);
      if (scope === undefined) return false;
      if (scope.freed !== seen.get(name)) continue;
      if (scope.held === 0 || scope.waiting.length >= mostWaiting) return false;
      await new Promise<void>((resolve) => scope.waiting.push(resolve));
    }
    return true;
  }

  #of(name: string): Scope {
    const scope = this.#scopes.get(name);
    if (scope === undefined) throw new Error('Nobody has entered this scope');
    return scope;
  }
}
