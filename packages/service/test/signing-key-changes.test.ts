// Concurrent changes of the signing keys, as by two machines with one database.
import { expect, test } from 'vitest';
import { keyLocationsOf } from '../src/host/keys.ts';
import { addKey } from '../src/host/signing-key-changes.ts';
import { readKeys } from '../src/host/signing-keys.ts';
import { openKeyRotation } from './support/key-rotation.ts';
import { environmentOf } from './support/postgresql.ts';

test('refuses one of two concurrent key rotations, and loses no key', async () => {
  const { data, service } = await openKeyRotation();
  const { database } = service();
  const places = keyLocationsOf(data, await environmentOf(data));
  const before = await readKeys(database);
  const others: string[] = [];
  const slow = database.withPlugin({
    transformQuery: ({ node }) => node,
    // Once this change has read the keys, another one adds a key.
    async transformResult({ result }) {
      if (others.length > 0) return result;
      others.push('');
      const added = await addKey(database, places);
      others[0] = added.ok ? added.value.id : added.sentence;
      return result;
    },
  });
  await expect(addKey(slow, places)).rejects.toThrow(
    'changed the signing keys at the same time. Try again',
  );
  const ids = (await readKeys(database)).map((fingerprint) => fingerprint.slice(0, 16));
  expect(ids).toEqual([...before.map((fingerprint) => fingerprint.slice(0, 16)), ...others]);
});
