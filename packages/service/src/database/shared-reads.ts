// Runs reads of concurrent requests on one PostgreSQL connection: their packets are sent together,
// and no read waits for another's answer. Statements that change data have a separate connection.
import type { CompiledQuery } from 'kysely';
import type { ArrayRows } from './array-rows.ts';
import { repeatedRead } from './storage-faults.ts';

export interface ReadingClient {
  readonly lists: (sql: string, parameters: readonly unknown[]) => Promise<ArrayRows>;
  /** The connection still answers, but must not be reused. */
  readonly mustDiscard: () => boolean;
  readonly release: () => void;
}

interface Group {
  readonly client: Promise<ReadingClient>;
  running: number;
}

/** The server runs the statements of one connection one after the other. */
const maxTogether = 32;

export class SharedReads {
  readonly #connect: () => Promise<ReadingClient>;
  #group: Group | null = null;

  constructor(connect: () => Promise<ReadingClient>) {
    this.#connect = connect;
  }

  /** Throws faults of `connect` and of the statement. */
  read(query: CompiledQuery): Promise<ArrayRows> {
    return repeatedRead(() => this.#readOnce(query));
  }

  async #readOnce({ sql, parameters }: CompiledQuery): Promise<ArrayRows> {
    const group = this.#join();
    let isReusable = false;
    try {
      const client = await group.client;
      const lists = await client.lists(sql, parameters);
      isReusable = !client.mustDiscard();
      return lists;
    } finally {
      this.#leave(group, isReusable);
    }
  }

  #join(): Group {
    if (this.#group === null || this.#group.running === maxTogether)
      this.#group = { client: this.#connect(), running: 0 };
    this.#group.running += 1;
    return this.#group;
  }

  /** After a fault, the next read gets another connection. */
  #leave(group: Group, isReusable: boolean): void {
    group.running -= 1;
    const isEmpty = group.running === 0;
    if (this.#group === group && (isEmpty || !isReusable)) this.#group = null;
    if (!isEmpty) return;
    group.client.then(
      (client) => {
        client.release();
      },
      () => undefined,
    );
  }
}
