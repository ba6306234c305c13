// Rows of applications, of the people who run them, and of users.
import { ownApplicationId } from '../own-application.ts';
import {
  account,
  application,
  eachApplication,
  plan,
  time,
  user,
  type Filling,
} from './filled-values.ts';

export const filledUsers: readonly Filling[] = [
  [
    'applications',
    50,
    {
      id: eachApplication,
      ...{ name: `'name-' || i`, ownerid: `'owner-' || (i % 20)`, sellerkey_hash: `'hash-' || i` },
      ...{ version: `'1.0'`, download: `''`, enabled: '1', paused: '0', hwid_lock: '1' },
      ...{ force_hwid: '0', min_hwid: '0', session_seconds: '3600', created_at: '1' },
    },
  ],
  [
    'people',
    5000,
    {
      ...{ id: `'person-' || i`, ownerid: `'owner-' || (i % 20)`, name: `'person-' || i` },
      ...{ name_fold: `'person-' || i`, is_owner: '0', created_at: '1' },
    },
  ],
  ['recovery_codes', 2000, { person_id: `'person-' || (i % 200)`, code_hash: `'code-' || i` }],
  [
    'person_sessions',
    2000,
    {
      ...{ id_hash: `'session-' || i`, person_id: `'person-' || (i % 200)`, ip: `''` },
      ...{ agent: `''`, created_at: time, last_seen_at: time },
    },
  ],
  [
    'accounts',
    2000,
    {
      ...{ application_id: application, id: `'account-' || i`, role: `'Reseller'` },
      ...{ username: `'account-' || i`, username_fold: `'account-' || i`, password_hash: `''` },
      key_levels: `'1'`,
      ...{ permissions: '0', created_at: time, person_id: `'person-' || (i % 200)` },
    },
  ],
  [
    'invitations',
    2000,
    { token_hash: `'token-' || i`, account_id: `'account-' || (i % 2000)`, expires_at: time },
  ],
  [
    'seller_keys',
    2000,
    {
      ...{ application_id: application, id: `'key-' || i`, key_hash: `'key-' || i` },
      ...{ label: `''`, scope: `'read'`, created_at: time, account_id: account },
    },
  ],
  [
    'balances',
    2000,
    {
      account_id: `'account-' || (i % 2000)`,
      ...{ level: `''`, duration: `'day'`, granted: 'i', used: '0' },
    },
  ],
  [
    'balance_entries',
    5000,
    {
      ...{ id: `'entry-' || i`, account_id: account, written_at: time, kind: `'grant'` },
      ...{ level: `''`, duration: `'day'`, amount: '1', actor: `''` },
    },
  ],
  [
    'repeats',
    10_000,
    {
      ...{ request: `'request-' || i`, content: `''`, claim: `'claim-' || i`, outcome: `'{}'` },
      ...{ claimed_until: time, expires_at: time },
    },
  ],
  ['throttles', 10_000, { scope: `'scope-' || i`, count: 'i % 5', ends_at: time }],
  [
    'plans',
    150,
    {
      application_id: `case when i < 3 then '${ownApplicationId}' else 'app-' || (i % 49) end`,
      ...{ id: `'plan-' || i`, name: `'plan-' || i`, level: `cast(i % 3 as text)` },
      ...{ created_at: time, name_fold: `'plan-' || i` },
    },
  ],
  [
    'users',
    100_000,
    {
      ...{ application_id: application, id: `'user-' || i`, username: `'name-' || i` },
      ...{ password_hash: `'$argon2id$' || i`, totp_step: '0', created_at: time },
      ...{ username_fold: `'name-' || i`, skeleton: `'name-' || i`, email_hash: `'mail-' || i` },
      ...{ last_login_at: time, name_is_key: 'case when i % 50 = 0 then 1 else 0 end' },
      password_is_key: 'case when i % 40 = 0 then 1 else 0 end',
      banned_reason: `case when i % 100 = 1 then 'x' end`,
    },
  ],
  [
    'subscriptions',
    100_000,
    {
      ...{ user_id: `'user-' || i`, plan_id: plan, since_at: time, license_key: `'key-' || i` },
      expires_at: `case when i % 5 > 0 then ${time} end`,
      remaining_seconds: 'case when i % 5 = 0 then 60 end',
    },
  ],
  [
    'grants',
    50_000,
    {
      ...{ user_id: `'user-' || i`, plan_id: plan, position: '1', source: `'key'` },
      ...{ license_key: `'key-' || i`, granted_at: time, given: '60', '"left"': '60' },
    },
  ],
  [
    'bans',
    5000,
    {
      ...{ user_id: `'user-' || i`, license_key: `'key-' || i`, reason: `'x'` },
      ...{ position: '1', with_address: '0' },
    },
  ],
  ['code_failures', 5000, { id: `'failure-' || i`, user_id: user, failed_at: time }],
  ['devices', 50_000, { user_id: `'user-' || i`, hwid: `'device-' || i`, added_at: time }],
  ['computer_removals', 5000, { user_id: user, ticket: `'ticket-' || i`, removed_at: time }],
  [
    'offline_passes',
    10_000,
    { user_id: `'user-' || i`, hwid: `'device-' || i`, sequence: '1', ends_at: time },
  ],
  [
    'user_variables',
    20_000,
    {
      ...{ user_id: `'user-' || i`, name: `'colour'`, value: `'x'`, read_only: '0' },
      name_fold: `'colour'`,
    },
  ],
  ['known_addresses', 20_000, { user_id: `'user-' || i`, address: `'ip-' || i`, last_at: time }],
  ['password_resets', 5000, { user_id: user, token_hash: `'reset-' || i`, expires_at: time }],
  [
    'sessions',
    20_000,
    {
      ...{ application_id: application, id_hash: `'session-' || (1000000000 + i)`, user_id: user },
      ...{ expires_at: time, created_at: time, signed_in_at: time, last_seen_at: time },
    },
  ],
  [
    'ended_sessions',
    5000,
    {
      ...{ application_id: application, id_hash: `'ended-' || i`, reason: `'x'` },
      expires_at: time,
    },
  ],
  [
    'history',
    20_000,
    {
      ...{
        user_id: user,
        application_id: application,
        id: `'line-' || i`,
        written_at_ms: `${time} * 1000`,
      },
      ...{ operation: `'login'`, outcome: `'ok'`, ip: `''`, device: `''`, computer: `''` },
      version: `''`,
    },
  ],
];
