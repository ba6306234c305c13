// English sentences about failures of licenses, orders and accounts of resellers and managers.
import type { FailureSentences } from '../failure-sentences.ts';
import { existingSubscriptions } from './existing-subscriptions.ts';

export const licenseFailures = {
  'key-unknown': 'There is no such license key.',
  'key-not-banned': "This license key isn't banned, or doesn't exist.",
  'key-not-unused': 'Resellers can delete only unused license keys.',
  'key-used': 'This license key has already been used.',
  'key-banned': 'This license key is banned.',
  'key-exists': 'This license key already exists.',
  'no-unused-keys': 'There are no unused license keys.',
  'no-used-keys': 'There are no used license keys.',
  'no-keys': 'There are no license keys.',
  'key-or-order': 'Give either a license key or an order.',
  'order-unknown': 'This order has no license keys.',
  'order-differs': ({ amount, level, days }) =>
    amount === undefined || level === undefined || days === undefined
      ? 'This order exists with a different amount, level or duration.'
      : `This order exists with ${amount} ${amount === 1 ? 'key' : 'keys'} of level ${level} and ${days} ${days === 1 ? 'day' : 'days'}.`,
  'order-deleted': 'License keys of this order were deleted. Nothing was created.',
  'order-unusable': "The order number of the shop isn't usable. Nothing was created.",
  'order-missing': 'The shop sent no known order number. Nothing was created.',
  'not-a-sale': "This event of the shop isn't a sale. Nothing was created.",
  'body-unreadable': "The shop's request can't be read. Nothing was created.",
  'days-missing': 'Give the duration in days.',
  'too-many-keys': 'You can create at most 100 license keys at a time.',
  'custom-key-repeated': 'A fixed license key can be created only once.',
  'mask-too-weak': 'Keys of this mask are too easy to guess. Use more * characters.',
  'mask-exhausted': 'All keys of this mask are taken. Use more * characters.',
  'level-differs': ({ level }) =>
    level === undefined
      ? 'This subscription has a different level.'
      : `This subscription has level ${level}.`,
  'level-of-older-subscription': ({ subscription, level }) =>
    subscription === undefined || level === undefined
      ? 'License keys of this level give an older subscription.'
      : `License keys of level ${level} give ${subscription}. Give this subscription a different level.`,
  'no-plan-for-level': ({ subscriptions }) =>
    `No subscription has this level. ${existingSubscriptions(subscriptions)}`.trim(),
  'days-not-sold': 'Resellers sell 1, 7, 30, 90, 180, 365 or 9999 days.',
  'level-not-allowed': "This account can't create license keys of this level.",
  'balance-low': 'The balance of this account is too low.',
  'balance-out-of-range': 'A balance must stay between 0 and 1,000,000.',
  'account-exists': 'An account with this name already exists.',
  'account-unknown': 'There is no such account.',
  'scopes-of-managers': 'Only managers have scopes.',
  'levels-of-resellers': 'Only resellers have levels.',
  'account-banned': 'This account is banned.',
  'account-without-key': 'This account has no seller key.',
  'account-of-several-applications':
    'This person has accounts in other applications. Only "latchkey accounts reset" resets their password.',
} satisfies Partial<FailureSentences>;
