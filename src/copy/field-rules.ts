// Builds the texts for the rules of input fields.
import { maxNameLength, maxPasswordLength } from '@latchkey/protocol/limits.ts';
import type { FirstCopy } from './copy.ts';
import { formatNumber } from './dates.ts';
import { fill } from './sentences.ts';

type FieldTexts = { readonly check: string; readonly rule: string };

/** Returns null for an unknown field. */
export function textsOfField(copy: FirstCopy, field: string): FieldTexts | null {
  const { username, password, code, key } = copy.fieldRules;
  const nameMost = formatNumber(copy, maxNameLength);
  const passwordTexts = {
    check: password.check,
    rule: fill(password.rule, { most: formatNumber(copy, maxPasswordLength) }),
  };
  const known: Readonly<Record<string, FieldTexts>> = {
    username: { check: username.check, rule: fill(username.rule, { most: nameMost }) },
    password: passwordTexts,
    newPassword: passwordTexts,
    code,
    key: { check: key.check, rule: fill(key.rule, { most: nameMost }) },
  };
  return known[field] ?? null;
}

/** Returns the rule of a field, given the field's name on the bridge. */
export function fieldRule(copy: FirstCopy, field: string): string {
  return textsOfField(copy, field)?.rule ?? copy.fieldRules.unknown.rule;
}
