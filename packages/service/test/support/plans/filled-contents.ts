// Rows of what sellers offer and observe, such as licenses and logs.
import {
  account,
  application,
  eachApplication,
  time,
  user,
  type Filling,
} from './filled-values.ts';
import { mark } from '../requests-from-spec.ts';

export const filledContents: readonly Filling[] = [
  [
    'licenses',
    200_000,
    {
      ...{ application_id: application, '"key"': `'KEY-' || i`, key_fold: `'key-' || i` },
      ...{ level: `cast(i % 3 as text)`, seconds: '60', created_at: time },
      status: `case when i % 4 < 2 then 'unused' when i % 100 = 2 then 'banned' else 'used' end`,
      used_by: `case when i % 4 >= 2 then ${user} end`,
      used_at: `case when i % 4 >= 2 then ${time} end`,
      order_number: `case when i % 3 = 0 then 'order-' || (i / 3) end`,
      account_id: `case when i % 5 = 0 then ${account} end`,
      created_by: `case when i % 5 = 0 then 'account-' || (i % 100) else 'SellerAPI' end`,
    },
  ],
  [
    'orders',
    20_000,
    {
      ...{ application_id: application, number: `'order-' || i`, level: `'1'`, seconds: '60' },
      ...{ amount: '1', created_at: time },
    },
  ],
  [
    'variables',
    2000,
    {
      ...{ application_id: application, varid: `'var-' || i`, value: `'x'`, authed: '1' },
      varid_fold: `'var-' || i`,
    },
  ],
  ['program_hashes', 2000, { application_id: application, hash: `'hash-' || i` }],
  [
    'files',
    2000,
    {
      ...{ application_id: application, id: `cast(i as text)`, name: `'file-' || i`, size: '1' },
      ...{ sha256: `'sha-' || i`, authed: '1', uploaded_at: time },
    },
  ],
  [
    'releases',
    2000,
    {
      ...{ application_id: application, manifest_sha256: `'sha-' || i`, manifest_size: '1' },
      ...{ keyid: `''`, signature: `''`, kind: `'program'`, channel: `'stable'` },
      ...{ platform: `'linux-x64'`, sequence: 'i', version: `''`, notes: `''`, rollout: '100' },
      ...{ required: '0', retracted: '0', contents: '1', begun_at: '1', published_at: '1' },
    },
  ],
  [
    'release_contents',
    10_000,
    {
      ...{ application_id: application, sha256: `'content-' || i`, size: '1' },
      manifest_sha256: `'sha-' || (i % 2000)`,
    },
  ],
  [
    'channels',
    100,
    {
      ...{ application_id: application, name: `'channel-' || i`, delay_seconds: '1' },
      name_fold: `'channel-' || i`,
    },
  ],
  [
    'chat_messages',
    10_000,
    {
      ...{ application_id: application, id: `'message-' || i`, user_id: user, author: `''` },
      ...{ channel: `'channel-' || (i % 98)`, message: `'x'`, written_at_ms: `${time} * 1000` },
    },
  ],
  ['chat_mutes', 2000, { user_id: `'user-' || i`, muted_until: time }],
  ['buttons', 2000, { application_id: application, value: `'button-' || i`, text: `'x'` }],
  [
    'tokens',
    10_000,
    {
      ...{ application_id: application, token: `'token-' || i`, hash: `'token-' || i` },
      kind: `case when i % 3 = 0 then 'license' else 'user' end`,
      assigned: `case when i % 3 = 0 then 'KEY-' || i else 'name-' || i end`,
      created_at: time,
    },
  ],
  [
    'blacklist',
    10_000,
    {
      ...{ application_id: application, kind: `'hwid'`, data: `'device-' || i`, user_id: user },
      created_at: time,
    },
  ],
  ['whitelist', 5000, { application_id: application, ip: `'ip-' || i`, created_at: time }],
  [
    'webhooks',
    2000,
    {
      ...{ application_id: application, webid: `'web-' || i`, url: `''`, user_agent: `''` },
      authed: '0',
    },
  ],
  [
    'deliveries',
    10_000,
    {
      ...{ application_id: application, id: `'delivery-' || i`, webid: `'web-' || (i % 2000)` },
      ...{
        url: `''`,
        event: `'ban'`,
        body: `'{}'`,
        attempts: '1',
        next_at: time,
        created_at: time,
      },
      status: `case when i % 4 = 0 then 'pending' when i % 4 = 1 then 'failed' else 'delivered' end`,
    },
  ],
  [
    'drops',
    50,
    {
      application_id: eachApplication,
      ...{ kind: `'event'`, count: '1', since_at: '1', last_at: time },
    },
  ],
  [
    'logs',
    20_000,
    {
      ...{
        application_id: application,
        id: `'log-' || i`,
        written_at_ms: `${time} * 1000`,
        ip: `''`,
      },
      ...{ message: `'x'`, username: `case when i % 3 > 0 then 'name-' || i end` },
    },
  ],
  [
    'audit_logs',
    20_000,
    {
      ...{
        application_id: application,
        id: `'audit-' || i`,
        written_at_ms: `${time} * 1000`,
        type: `case when i % 5 = 0 then '${mark}' else 'add' end`,
      },
      ...{ detail: `'x'`, ip: `''`, seller_key: `'key-' || (i % 5)` },
    },
  ],
  [
    'statistics',
    2000,
    { application_id: application, kind: `'kind-' || i`, body: `'{}'`, expires_at: time },
  ],
  [
    'day_counts',
    10_000,
    { application_id: application, day: `'day-' || i`, kind: `'login'`, count: '1' },
  ],
  [
    'new_counts',
    2000,
    { application_id: application, day: `'day-' || i`, kind: `'login'`, count: '1' },
  ],
];
