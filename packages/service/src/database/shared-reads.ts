// Reads of requests on PostgreSQL: those that come at the same time share one connection, on which none waits for the answer to
// another, and their packets travel together. What changes anything has a connection of its own, as before.
import type { CompiledQuery } from 'kysely';
import type { Lists } from './lists.ts';

export interface ReadingClient {
  readonly lists: (sql: string, parameters: readonly unknown[]) => Promise<Lists>;
  /** It still answers, and is not to be used any more. */
  readonly isSpoiled: () => boolean;
  readonly release: () => void;
}

interface Group {
  readonly client: Promise<ReadingClient>;
  running: number;
}

/** The server works on those of one connection one after the other. */
const mostTogether = 32;

export class SharedReads {
  readonly #connect: () => Promise<ReadingClient>;
  #group: Group | null = null;

  constructor(connect: () => Promise<ReadingClient>) {
    this.#connect = connect;
  }

  /** Throws what `connect` throws, and the faults of the statement. */
  async read({ sql, parameters }: CompiledQuery): Promise<Lists> {
    const group = this.#join();
    let isFit = false;
    try {
      const client = await group.client;
      const lists = await client.lists(sql, parameters);
      isFit = !client.isSpoiled();
      return lists;
    } finally {
      this.#leave(group, isFit);
    }
  }

  #join(): Group {
    if (this.#group === null || this.#group.running === mostTogether)
      this.#group = { client: this.#connect(), running: 0 };
    this.#group.running += 1;
    return this.#group;
  }

  /** Where something went wrong, whoever comes next has another connection. */
  #leave(group: Group, isFit: boolean): void {
    group.running -= 1;
    const isEmpty = group.running === 0;
    if (this.#group === group && (isEmpty || !isFit)) this.#group = null;
    if (!isEmpty) return;
    group.client.then(
      (client) => {
        client.release();
      },
      () => undefined,
    );
  }
}
