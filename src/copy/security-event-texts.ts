// Builds the texts about changes of the account's security.
import type { AccountEvent } from '@latchkey/client/facts.ts';
import { computerName } from './computer-texts.ts';
import type { Copy } from './copy.ts';
import { formatEnd } from './dates.ts';
import { fill, joinValues } from './sentences.ts';

export function eventTitle(
  copy: Copy,
  { kind, by, computer }: AccountEvent,
  brand: string,
): string {
  const { securityEvents: texts } = copy;
  const isSeller = by === 'seller';
  if (kind === 'password-changed') {
    const { user, seller, link } = texts[kind];
    if (isSeller) return fill(seller, { brand });
    return by === 'link' ? link : user;
  }
  if (kind === 'computer-removed') {
    const name = computerName(copy, computer);
    const { user, seller } = texts[kind];
    return isSeller ? fill(seller, { name, brand }) : fill(user, { name });
  }
  if (kind === 'two-factor-off') {
    const { user, seller } = texts[kind];
    return isSeller ? fill(seller, { brand }) : user;
  }
  return texts[kind];
}

/** Returns the date, and the computer on which the user made the change, if known. */
export function eventFacts(
  copy: Copy,
  { kind, at, computer }: AccountEvent,
  now: number | null,
): string {
  const date = formatEnd(copy, at, now);
  return kind === 'computer-removed' || computer === '' ? date : joinValues(date, computer);
}
