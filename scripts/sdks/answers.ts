// The operations of the vectors, and what a good answer of each contains.

export type Fields = Readonly<Record<string, unknown>>;

const subscriptions = [
  { subscription: 'Pro', key: null, expiry: '1950000000', timeleft: 50_000_000, level: '2' },
  { subscription: 'Beta', key: null, expiry: '1910000000', timeleft: 10_000_000, level: '1' },
];

export const info = {
  username: 'anna',
  subscriptions,
  ip: '127.0.0.1',
  hwid: null,
  createdate: '1800000000',
  lastlogin: '1900000000',
};

const signedIn = { info };

export const contents = {
  init: { sessionid: 'c2Vzc2lvbi1vZi1hbm5hLWZvci10aGUtdmVjdG9ycw' },
  login: signedIn,
  license: signedIn,
  register: signedIn,
  trial: signedIn,
  upgrade: {
    redeemed: { subscription: 'Pro', level: '2', seconds: 86_400, until: 1_950_086_400 },
  },
  check: signedIn,
  logout: {},
  var: { message: 'a value, which says “yes”' },
  getvar: { response: 'light\n2' },
  setvar: {},
  file: {
    size: 5,
    sha256: 'a'.repeat(64),
    download: '/api/1.3/file?ticket=x',
    contents: '68656c6c6f',
  },
  log: {},
  webhook: { response: '{"ok":true}' },
  ban: {},
} as const satisfies Readonly<Record<string, Fields>>;

export type Operation = keyof typeof contents;

export const operations = Object.keys(contents) as readonly Operation[]; // Object.keys loses the literal types
