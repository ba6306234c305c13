// English sentences about failures of users, their subscriptions and their variables.
import type { FailureSentences } from '../failure-sentences.ts';
import { existingSubscriptions } from './existing-subscriptions.ts';

export const userFailures = {
  'user-unknown': 'There is no such user.',
  'no-users': 'There are no users.',
  'no-expired-users': 'No user has expired.',
  'username-taken': "This user name isn't available.",
  'email-taken': 'Another user already has this e-mail.',
  'username-too-short': 'This user name is too short.',
  'username-reserved': 'This user name is reserved, or too similar to another one.',
  'password-or-hash': 'Give either a password or its hash.',
  'password-hash-invalid':
    'This password hash is not valid. Allowed: bcrypt with cost 4 to 12, argon2id up to 64 MiB.',
  'computer-unknown': "This user doesn't have this computer any more.",
  'device-blacklisted': 'This computer is blacklisted.',
  'device-id-invalid': 'The device id is too short. The setting minhwid has the minimum.',
  'two-factor-off': 'This user has no two-factor sign-in.',
  'mail-settings-missing':
    'The service has no mail settings, which contain its public URL. Set a new password instead.',
  'too-many-links': 'This user has three links already. Use one of them, or wait an hour.',
  'no-subscription': 'This user has no active subscription.',
  'subscription-unknown': ({ subscriptions }) =>
    `There is no such subscription. ${existingSubscriptions(subscriptions)}`.trim(),
  'subscription-exists': 'A subscription with this name already exists.',
  'days-invalid': 'The duration must be a number of days.',
  'days-not-positive': 'The duration must be longer than 0 days.',
  'grants-too-short': 'The grants have less time left than the end date requires.',
  'variable-unknown': 'There is no such variable.',
  'variable-exists': 'A variable with this name already exists.',
  'no-variables': 'There are no variables.',
  'user-not-muted': "This user isn't muted.",
  'session-unknown': 'There is no such session.',
  'no-sessions': 'There are no sessions.',
  'user-or-key': 'Give either a user or a license key.',
  'token-unknown': 'There is no such token.',
  'user-or-subscription': 'Name either a user or a subscription.',
  'feature-unknown': 'There is no such feature.',
  'feature-value-invalid':
    'The value does not fit the kind. A text has up to 64 characters. Texts such as off or -1 need the kind text.',
  'feature-kind-differs': ({ subscription }) =>
    `The feature has another kind in ${subscription ?? 'another subscription'}.`,
  'feature-end-past': 'The feature must end in the future.',
  'feature-end-of-user': 'Only the feature of a user can have an end.',
  'too-many-features': 'There are 64 features already. Remove one first.',
} satisfies Partial<FailureSentences>;
