// Recovery codes of people, as people type them.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readRecoveryCode } from '@latchkey/protocol/typed-text.ts';
import { findPerson } from '../src/features/people/people.ts';
import { openWithPeople } from './support/people.ts';

const refused = (reason: string) => ({ ok: false, reason });

test('a recovery code is accepted as people type it, also a code from an older set', async () => {
  const { invite, accept, signIn, secondFactor, parts } = await openWithPeople();
  await accept(await invite('Mia'));
  const id = (await findPerson(parts.db, 'testOwner1', 'Mia'))?.id ?? '';
  const { codes } = await secondFactor(id, 'Mia');
  expect(codes.map(readRecoveryCode)).toEqual(codes);
  // Older sets have the letter u.
  const key = parts.secret.deriveKey('recovery codes of people');
  const codeHash = createHmac('sha256', key).update(`${id}/uu00ab02`).digest('hex');
  for (const typed of ['uu00-ab02', 'UUOO AB02', 'uuo0‑abO2', 'ｕｕ00-ab02']) {
    await parts.db.insertInto('recoveryCodes').values({ personId: id, codeHash }).execute();
    expect(await signIn('Mia', { code: typed }), typed).toMatchObject({ ok: true });
    expect(await signIn('Mia', { code: typed }), typed).toEqual(refused('bad-code'));
  }
});
