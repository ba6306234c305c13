// Lets one statement at a time through to PostgreSQL, in an order drawn from a seed, so that the
// transactions of concurrent requests interleave in many ways.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

type Query = (this: Client, ...given: unknown[]) => unknown;

interface Waiting {
  readonly text: string;
  /** Settles with the statement. */
  readonly start: () => Promise<unknown>;
}

/** How long a request may work between two statements before another request continues. */
const thinkingMs = 10;
const lookEveryMs = 2;
const requestStarts = 'http.server.request.start';

export class StatementGate {
  readonly #real = Reflect.get(Client.prototype, 'query') as Query; // overloaded
  readonly #admin: Client;
  /** The statements that wait, of each connection in order. */
  readonly #waiting = new Map<Client, Waiting[]>();
  /** Connections with a statement that waits for a lock. */
  readonly #blocked = new Set<Client>();
  #isClosed = false;
  /** Set in what a request does. Other work of the service passes the gate. */
  readonly #inRequest = new AsyncLocalStorage<true>();
  readonly #enter = () => this.#inRequest.enterWith(true);
  #arrivedAtMs = 0;

  /** `admin`: a connection that looks for locks. */
  constructor(admin: Client) {
    this.#admin = admin;
  }

  /** Replaces the method of all connections until `remove`. */
  install(): void {
    subscribe(requestStarts, this.#enter);
    const pass = (client: Client, given: unknown[]) => this.#pass(client, given);
    Object.assign(Client.prototype, {
      query(this: Client, ...given: unknown[]) {
        return pass(this, given);
      },
    });
  }

  remove(): void {
    unsubscribe(requestStarts, this.#enter);
    Object.assign(Client.prototype, { query: this.#real });
  }

  /** Runs requests together. `pick` chooses the next of some connections. */
  async run<T>(
    requests: readonly (() => Promise<T>)[],
    pick: (count: number) => number,
  ): Promise<readonly T[]> {
    this.#isClosed = true;
    let unfinished = requests.length;
    const answers = Promise.all(
      requests.map((request) => request().finally(() => (unfinished -= 1))),
    );
    answers.catch(() => undefined);
    while (unfinished > 0) {
      await pause(1);
      const ready = this.#ready();
      const isComplete = ready.length + this.#blocked.size >= unfinished;
      const isLate = performance.now() - this.#arrivedAtMs > thinkingMs;
      if (ready.length === 0 || !(isComplete || isLate)) continue;
      const client = ready[pick(ready.length)];
      if (client !== undefined) await this.#start(client);
    }
    this.#isClosed = false;
    for (const client of [...this.#waiting.keys()]) await this.#start(client);
    return answers;
  }

  /** Sorted by their statements, because the order of arrival depends on the machine. */
  #ready(): readonly Client[] {
    return [...this.#waiting]
      .filter(([client]) => !this.#blocked.has(client))
      .map(([client, [first]]) => ({ client, text: first?.text ?? '' }))
      .toSorted((one, other) => (one.text < other.text ? -1 : 1))
      .map(({ client }) => client);
  }

  #pass(client: Client, given: unknown[]): unknown {
    const isFree = client === this.#admin || this.#inRequest.getStore() === undefined;
    if (!this.#isClosed || isFree) return this.#real.apply(client, given);
    const [statement] = given;
    const text = typeof statement === 'string' ? statement : textOf(statement);
    this.#arrivedAtMs = performance.now();
    return new Promise((resolve, reject) => {
      const start = async () => {
        const result = Promise.resolve(this.#real.apply(client, given));
        result.then(resolve, reject);
        await result.catch(() => null);
      };
      const others = this.#waiting.get(client) ?? [];
      this.#waiting.set(client, [...others, { text, start }]);
    });
  }

  /** Starts the next statement of a connection. Returns when it has ended or waits for a lock. */
  async #start(client: Client): Promise<void> {
    const [first, ...rest] = this.#waiting.get(client) ?? [];
    if (first === undefined) return;
    if (rest.length === 0) this.#waiting.delete(client);
    else this.#waiting.set(client, rest);
    const ended = first.start().then(() => {
      this.#blocked.delete(client);
      return 'ended' as const;
    });
    // The service sends `begin` together with the first statement.
    if (first.text === 'begin') return this.#start(client);
    for (;;) {
      if ((await Promise.race([ended, pause(lookEveryMs)])) === 'ended') return;
      if (!(await this.#isBlocked(client))) continue;
      this.#blocked.add(client);
      return;
    }
  }

  async #isBlocked(client: Client): Promise<boolean> {
    const pid = Number(Reflect.get(client, 'processID'));
    const sql = 'select cardinality(pg_blocking_pids($1)) > 0 as blocked';
    const { rows } = await this.#admin.query<{ blocked: boolean }>(sql, [pid]);
    return rows[0]?.blocked === true;
  }
}

function textOf(statement: unknown): string {
  const { text } = statement as { readonly text?: unknown }; // pg's query configuration
  return String(text);
}
