// English texts about the last requests to the service.
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import { catalogue } from '../sentences.ts';

/** What each request is for. */
const operations = {
  init: 'Open a session',
  login: 'Sign in',
  loginEmail: 'Sign in with an e-mail',
  register: 'Create an account',
  trial: 'Start the free trial',
  license: 'Sign in with a key',
  removecomputer: 'Remove a computer',
  computers: 'Read your computers',
  renamecomputer: 'Rename a computer',
  upgrade: 'Redeem a key',
  var: 'Read an announcement',
  getvar: 'Read your options',
  setvar: 'Save an option',
  check: 'Check the session',
  checkblacklist: 'Check for a ban',
  ban: 'Ban the account',
  file: 'Read a file',
  release: 'Look for an update',
  log: 'Send a support code',
  webhook: 'Ask to move the account',
  chatget: 'Read the chat',
  chatsend: 'Send a message',
  fetchOnline: 'Read who is online',
  fetchStats: 'Read the numbers',
  forgot: 'Ask for a new password',
  lostkey: 'Find a lost key',
  changeUsername: 'Change the user name',
  changepassword: 'Change the password',
  '2faenable': 'Turn on two-factor sign-in',
  '2fadisable': 'Turn off two-factor sign-in',
  newrecoverycodes: 'Make recovery codes',
  sessions: 'Read your sessions',
  endsession: 'End a session',
  logout: 'Sign out',
} satisfies Record<ClientType, string>;

export const sentRequests = catalogue({
  title: 'Last requests',
  text: 'What this loader sent to the service. Secrets are hidden.',
  none: 'No request was sent.',
  copy: 'Copy requests',
  clock: 'Clock difference',
  sent: 'Sent',
  received: 'Received',
  /** Stands for a value. */
  hidden: 'hidden',
  nothing: 'no answer',
  /** {code}: the code of a failure, such as bad-credentials. */
  notAccepted: 'Not accepted: {code}',
  cancelled: 'Cancelled',
  /** {count}: a number of at least 2. */
  repeated: '{count} times',
  operations,
});
