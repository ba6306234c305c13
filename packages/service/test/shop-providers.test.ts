// Events of each provider, in the form of its published documentation: what they mean together,
// in every order of arrival.
import { expect, test } from 'vitest';
import type { ShopKind } from '@latchkey/protocol/seller/shops.ts';
import { connectors } from '../src/features/shops/connectors/connectors.ts';
import { orderStateOf } from '../src/features/shops/order-state.ts';
import type { ShopEvent } from '../src/features/shops/shop-event.ts';
import { parseWritten, type Fields } from '../src/http/exact-json.ts';
import { begin } from './shops-parts.ts';
import { providerEvents } from './support/provider-events.ts';
import type { ProviderEvent } from './support/stripe-events.ts';

function read(kind: ShopKind, { body, headers = {} }: ProviderEvent): ShopEvent {
  const bytes = Buffer.from(JSON.stringify(body));
  const delivery = { body: bytes, header: (name: string) => headers[name] ?? '', now: begin };
  const parsed = parseWritten(bytes) as Fields; // an object, by ProviderEvent
  return connectors[kind].read(parsed, delivery, `hash of ${bytes.toString('base64')}`);
}

/** The events of the order that the first one starts, found by their ids as the service does. */
function joinedTo(first: ShopEvent, events: readonly ShopEvent[]): readonly ShopEvent[] {
  const ids = new Set([...first.ids, ...first.orderIds]);
  const found = new Set([first]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const event of events) {
      const own = [...event.ids, ...event.orderIds];
      if (!own.some((id) => ids.has(id)) && event.order !== first.order) continue;
      found.add(event);
      for (const id of own) ids.add(id);
    }
  }
  return [...found];
}

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= 1) return [all];
  return all.flatMap((one, at) =>
    permutations(all.toSpliced(at, 1)).map((others) => [one, ...others]),
  );
}

const cases = Object.entries(providerEvents).flatMap(([kind, stories]) =>
  stories.map((story) => [kind as ShopKind, story.name, story] as const),
); // the keys of a record of kinds

test.each(cases)('%s: %s', (kind, name, { events, payments, ...story }) => {
  const wanted = { attention: [], ...story, name };
  const all = events.map((event) => read(kind, event));
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const arrived of permutations(all)) {
    const first = arrived.find(({ order }) => order !== null);
    if (first === undefined) throw new Error('No event starts the order');
    const own = joinedTo(first, arrived);
    expect(own).toHaveLength(all.length);
    const { attention, ...state } = orderStateOf(own);
    expect({ ...state, name, attention: [...attention] }).toMatchObject(wanted);
    expect(state.payments.map(({ state: given }) => given)).toEqual(payments);
  }
});

test.each(Object.keys(connectors) as ShopKind[])(
  '%s: an unknown or empty event has an id and no effect',
  (kind) => {
    for (const body of [{}, { type: 'x', data: [], meta: 1 }, { data: { object: null } }]) {
      const event = read(kind, { body });
      expect(event).toMatchObject({ kind: 'unknown', claim: null });
      expect(event.id).not.toBe('');
    }
  },
);
