// Within one process: tries that share a budget take their places one after the other, and a try that finds all places
// taken waits for those that are not decided yet. Without it, twenty right passwords at once would be refused as if wrong.

interface Scope {
  /** Tries that know of it; it is forgotten with the last one. */
  tries: number;
  /** Places that are taken and not decided yet. */
  held: number;
  /** How many places were given back so far. */
  freed: number;
  last: Promise<unknown>;
  readonly waiting: (() => void)[];
}

const mostWaiting = 200;

/** What happened in some scopes up to a moment. */
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

  /** Runs `take` after those that came before it in this scope. */
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

  /** true: a place may be free by now. false: nothing that is under way could free one. */
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
