// Conditions of searches by a part of a name, a license key or a device id.
// SECURITY: a seller key that sees a text masked finds it only by its visible characters or the
// whole text. Otherwise it could probe the text character by character.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';
import { minSecretSearch } from '@latchkey/protocol/limits.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { hidesUnusedKeys, type SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import { escapePattern, isLonger, matchesPattern } from '../../database/expressions.ts';
import type { Tables } from '../../database/schema.ts';
import { isKeyAccount } from '../../secrets/key-accounts.ts';
import { maxHiddenLength, shownCharacters } from '../../secrets/key-mask.ts';

export function nameMatches(scope: SellerScope, text: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'users'>();
  const folded = fold(text);
  const contains = matchesPattern('users.usernameFold', `%${escapePattern(folded)}%`);
  if (!hidesUnusedKeys(scope)) return contains;
  return eb.or([
    eb.and([eb('users.nameIsKey', '=', 0), contains]),
    eb('users.usernameFold', '=', folded),
    matchesShownEnd('users.username', 'users.usernameFold', folded),
  ]);
}

/** A short text matches only a whole key, because it is a part of too many keys. */
export function keyMatches(scope: SellerScope, text: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'licenses'>();
  const folded = foldKey(text);
  const isWhole = eb('licenses.keyFold', '=', folded);
  // Invisible characters and spaces do not make a text longer.
  if (folded.length < minSecretSearch) return isWhole;
  const contains = matchesPattern('licenses.keyFold', `%${escapePattern(folded)}%`);
  if (!hidesUnusedKeys(scope)) return contains;
  const owner = eb
    .selectFrom('users')
    .select('users.id')
    .whereRef('users.id', '=', 'licenses.usedBy')
    .where(isKeyAccount());
  const namesake = eb
    .selectFrom('users')
    .select('users.id')
    .whereRef('users.applicationId', '=', 'licenses.applicationId')
    .whereRef('users.usernameFold', '=', 'licenses.keyFold');
  return eb.or([
    isWhole,
    matchesShownEnd('licenses.key', 'licenses.keyFold', folded),
    eb.and([
      ...[contains, eb('licenses.usedAt', 'is not', null)],
      ...[eb.not(eb.exists(owner)), eb.not(eb.exists(namesake))],
    ]),
  ]);
}

/** Matches the beginning of a device id. */
export function deviceMatches(scope: SellerScope, text: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'devices'>();
  const isWhole = eb('devices.hwid', '=', text);
  if (text.length < minSecretSearch) return isWhole;
  const begins = matchesPattern('devices.hwid', `${escapePattern(text)}%`);
  if (!hidesUnusedKeys(scope)) return begins;
  const keyAccount = eb
    .selectFrom('devices as same')
    .innerJoin('users', 'users.id', 'same.userId')
    .select('users.id')
    .whereRef('same.hwid', '=', 'devices.hwid')
    .where(isKeyAccount());
  return eb.or([isWhole, eb.and([begins, eb.not(eb.exists(keyAccount))])]);
}

function matchesShownEnd(column: string, foldColumn: string, text: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'users'>();
  if (text.length !== shownCharacters) return eb.lit(false);
  return eb.and([
    isLonger(column, maxHiddenLength),
    matchesPattern(foldColumn, `%${escapePattern(text)}`),
  ]);
}
