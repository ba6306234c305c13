// Example requests of docs/api.md, one for each group of operations.
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import type { SellerType, sellerGroups } from '@latchkey/protocol/seller-api.ts';

interface Example<Type> {
  readonly type: Type;
  readonly parameters: Readonly<Record<string, string>>;
}

export const clientExample: Example<ClientType> = {
  type: 'init',
  parameters: { name: 'My App', ownerid: 'abcde12345', ver: '1.0' },
};

export const sellerExamples: Readonly<Record<keyof typeof sellerGroups, Example<SellerType>>> = {
  'Application settings': { type: 'getsettings', parameters: {} },
  Statistics: { type: 'stats', parameters: {} },
  'Numbers by day': {
    type: 'series',
    parameters: { since: '2026-11-01', until: '2026-11-30', by: 'week' },
  },
  Licenses: {
    type: 'add',
    parameters: { expiry: '30', amount: '5', level: '1', order: '10042' },
  },
  Users: { type: 'userdata', parameters: { user: 'anna' } },
  'History of users': { type: 'why', parameters: { user: 'anna' } },
  "A person's data": { type: 'exportuser', parameters: { user: 'anna' } },
  Ledger: { type: 'usergrants', parameters: { user: 'anna' } },
  Imports: {
    type: 'importrows',
    parameters: {
      kind: 'keys',
      rows: '[{"key":"OLD-1234-5678","level":"1","expires":2592000}]',
      dryrun: '1',
    },
  },
  'User variables': { type: 'getvar', parameters: { user: 'anna', var: 'color' } },
  Subscriptions: { type: 'fetchallsubs', parameters: {} },
  Features: {
    type: 'setfeature',
    parameters: { sub: 'Pro', feature: 'projects', value: '5', words: 'Up to 5 projects' },
  },
  'Global variables': { type: 'retrvvar', parameters: { name: 'motd' } },
  Files: { type: 'fetchallfiles', parameters: {} },
  Releases: { type: 'fetchreleases', parameters: {} },
  Shops: { type: 'fetchsales', parameters: { attention: '1' } },
  Webhooks: { type: 'fetchallwebhooks', parameters: {} },
  Sessions: { type: 'fetchallsessions', parameters: { limit: '100' } },
  Chats: { type: 'fetchallchats', parameters: {} },
  'Blacklists and whitelists': { type: 'black', parameters: { ip: '192.0.2.7' } },
  'Logs and audit logs': { type: 'fetchauditlog', parameters: { limit: '20' } },
  Tokens: { type: 'fetchalltokens', parameters: {} },
  'Web loader buttons': { type: 'fetchallbuttons', parameters: {} },
  'Reseller and manager accounts': { type: 'fetchallaccounts', parameters: {} },
  'Bulk operations': { type: 'jobs', parameters: {} },
  'Row counts': { type: 'countrows', parameters: { operation: 'delused' } },
};

const parts = (parameters: Readonly<Record<string, string>>) =>
  Object.entries(parameters).map(
    ([name, value]) => `  --data-urlencode '${name}=${value.replaceAll("'", "'\\''")}'`,
  );

function curl(path: string, lines: readonly string[]): string {
  return [`curl -sS https://license.example.com${path}`, ...lines].join(' \\\n');
}

export function clientCurl({ type, parameters }: Example<ClientType>): string {
  return curl('/api/1.3/', [`  -d type=${type}`, ...parts(parameters)]);
}

/**
 * SECURITY: curl reads the seller key from a file, so that the key never appears in the arguments
 * of a process. `tr` removes the line end of the file.
 */
export function sellerCurl({ type, parameters }: Example<SellerType>): string {
  const key = `  --data-urlencode sellerkey@<(tr -d '\\n' < seller-key)`;
  return curl('/api/seller/', [key, `  -d type=${type}`, ...parts(parameters)]);
}
