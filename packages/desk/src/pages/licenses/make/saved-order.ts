// Remembers an order until all of its keys were shown, so that a closed or reloaded page loses none.
// The service returns the same keys for the same order.
import type { Batch } from './use-making.ts';

export interface SavedOrder {
  readonly read: () => Batch | null;
  readonly write: (batch: Batch) => void;
  readonly forget: () => void;
}

/** SECURITY: stores what was chosen, never keys, and only until the tab is closed. */
export function savedOrderOf(personId: string, applicationId: string): SavedOrder {
  const name = `order/${personId}/${applicationId}`;
  return {
    read: () => {
      const text = sessionStorage.getItem(name);
      return text === null ? null : (JSON.parse(text) as Batch); // written below
    },
    write: (batch) => sessionStorage.setItem(name, JSON.stringify(batch)),
    forget: () => sessionStorage.removeItem(name),
  };
}
