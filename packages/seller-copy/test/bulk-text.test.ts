// Sentences about bulk changes: what they do, and to how many rows.
import { expect, test } from 'vitest';
import { bulkTypes } from '@latchkey/protocol/seller/bulk.ts';
import { german } from '../src/de/german.ts';
import { english } from '../src/en/english.ts';

test.each(bulkTypes)('%s says in both languages what it does to how many rows', (type) => {
  for (const { bulk } of [english, german]) {
    expect(bulk(type, '12')).toMatch(/^(This|Das) [a-zö].*: 12\.$/);
    expect(bulk(type, null)).toMatch(/^(This|Das) [a-zö].*(unknown|unbekannt)\.$/);
  }
});

test('no two bulk changes have the same sentence', () => {
  for (const { bulk } of [english, german])
    expect(new Set(bulkTypes.map((type) => bulk(type, null))).size).toBe(bulkTypes.length);
});
