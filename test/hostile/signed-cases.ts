// Answers with a valid signature of the service that the loader must not trust blindly: recordings,
// answers to other requests, users and operations, and those of a malicious service.
import { type HostileCase, nowMs } from './cases.ts';
import { accomplice, signInOf, lie } from './signed-lie.ts';
import { withoutChallenge } from './unchallenged-cases.ts';

const others: readonly HostileCase[] = [
  lie("the accomplice's sign-in under our challenge", (caught, world) => signInOf(caught, world), {
    failure: 'bad-reply',
  }),
  lie("the accomplice's sign-in, recorded", (caught, world) =>
    signInOf(caught, world, { challenge: 'r'.repeat(43) }),
  ),
  lie("the accomplice's sign-in without any challenge", (caught, world) =>
    signInOf(caught, world, { challenge: undefined }),
  ),
  lie(
    "a success for the accomplice's right code in place of a wrong one",
    (caught, world) => signInOf(caught, world),
    {
      at: 'code',
      as: 'two-factor',
      failure: 'bad-reply',
    },
  ),
  lie('the success of another operation under our challenge', async (caught, world) => {
    const key = await world.service.addLicense({ days: 30 });
    return accomplice(caught, world, { type: 'upgrade', key, pass: undefined, hwid: undefined });
  }),
  lie('a valid session check in place of a sign-in', ({ ask }) =>
    ask({ type: 'init', ver: '1.0', sessionid: undefined, username: undefined, pass: undefined }),
  ),
  lie(
    'a sign-in in place of a receipt',
    (caught, world) => signInOf(caught, world, { key: undefined }),
    { at: 'redeem', as: 'right' },
  ),
  lie(
    'a recorded redeem of the accomplice',
    async (caught, world) => {
      const key = await world.service.addLicense({ days: 30 });
      return accomplice(caught, world, { type: 'upgrade', key, challenge: 'r'.repeat(43) });
    },
    { at: 'redeem', as: 'right' },
  ),
  lie(
    'a recorded session id of an earlier start',
    ({ ask }) => ask({ challenge: 'r'.repeat(43) }),
    {
      at: 'start',
      as: 'right',
    },
  ),
  lie(
    'the valid session of the accomplice',
    async (caught, world) => {
      const answer = await signInOf(caught, world);
      return world.own.edit(answer, { type: 'check' });
    },
    { at: 'launch', as: 'right', failure: 'bad-reply' },
  ),
  lie('a recorded check of a valid session', ({ ask }) => ask({ challenge: 'r'.repeat(43) }), {
    at: 'launch',
    as: 'right',
  }),
];

type Fields = Readonly<Record<string, unknown>>;

/** A success of the right user with changed fields, signed with the service's key. */
const edited = (
  name: string,
  change: Fields | ((json: Fields) => Fields),
  more: Partial<HostileCase> = {},
): HostileCase =>
  lie(
    name,
    async ({ honest }, { own }) => {
      const answer = await honest();
      const json = JSON.parse(answer.body.toString()) as Fields; // the service's answer
      return own.edit(answer, typeof change === 'function' ? change(json) : change);
    },
    { as: 'right', failure: 'bad-reply', ...more },
  );

const bound = { failure: 'bad-signature' } as const;

const infoWith = (fields: Fields) => (json: Fields) => ({
  info: { ...(json['info'] as object), ...fields }, // the service's answer
});

const malformed: readonly HostileCase[] = [
  edited(
    'the challenge in upper case',
    ({ challenge }) => ({
      challenge: String(challenge).toUpperCase().padEnd(44, 'X'),
    }),
    bound,
  ),
  edited('the challenge in a list', ({ challenge }) => ({ challenge: [challenge] }), bound),
  edited('no challenge', { challenge: undefined }, bound),
  edited('no type', { type: undefined }, bound),
  edited('another owner', { ownerid: 'otherOwner' }, bound),
  edited('no owner', { ownerid: undefined }),
  edited('success as a string', { success: 'true' }),
  edited('success as a number', { success: 1 }),
  edited('no info', { info: undefined }),
  edited('info as null', { info: null }),
  edited('info as a list', ({ info }) => ({ info: [info] })),
  edited('info as a string', { info: '{"username":"anna"}' }),
  edited('another user', infoWith({ username: 'somebody-else' })),
  edited('a user name with extra characters', ({ info }) => {
    const { username } = info as { username: string }; // the service's answer
    return infoWith({ username: `${username}\u0000` })({ info });
  }),
  edited('a user name that is a list', ({ info }) => {
    const { username } = info as { username: string }; // the service's answer
    return infoWith({ username: [username] })({ info });
  }),
  edited('no subscriptions field', infoWith({ subscriptions: undefined })),
  edited('subscriptions as a string', infoWith({ subscriptions: '[{"subscription":"Pro"}]' })),
  edited(
    'an invalid expiry',
    infoWith({
      subscriptions: [{ subscription: 'Pro', level: '1', expiry: 'never' }],
    }),
  ),
  edited('an empty list of subscriptions', infoWith({ subscriptions: [] }), {
    failure: null,
    phase: 'no-subscription',
  }),
  edited(
    'a subscription that has ended',
    infoWith({
      subscriptions: [{ subscription: 'Pro', level: '1', expiry: nowMs / 1000 - 1 }],
    }),
    { failure: null, phase: 'no-subscription' },
  ),
  edited('a session id that is a number', { sessionid: 7 }, { at: 'start' }),
  edited('an empty session id', { sessionid: '' }, { at: 'start' }),
  edited(
    'a session id of a million characters',
    { sessionid: 's'.repeat(1_000_000) },
    { at: 'start' },
  ),
];

/** Signed bodies that are not valid answers. */
const texts: readonly HostileCase[] = (
  [
    ['a list', (text: string) => `[${text}]`],
    ['a text', (text: string) => JSON.stringify(text)],
    ['null', () => 'null'],
    ['an empty body', () => ''],
    ['a truncated body', (text: string) => text.slice(0, text.length / 2)],
    ['broken UTF-8', (text: string) => Buffer.from(text.replace('success', '\u00fe'), 'latin1')],
    ['the body nested in __proto__', (text: string) => `{"__proto__":${text}}`],
    ['two JSON documents', (text: string) => text + text],
    ['with a comment', (text: string) => `/* fine */${text}`],
    ['an HTML page', () => '<!doctype html><title>Welcome</title>'],
    ['the plain text of older services for an unknown application', () => 'KeyAuth_Invalid'],
    ['only a number', () => '1e400'],
    [
      'endless nested brackets',
      (text: string) => `${text.slice(0, -1)},"x":${'['.repeat(100_000)}`,
    ],
  ] as const
).map(([name, change]) =>
  lie(
    `signed: ${name}`,
    async ({ honest }, { own }) => own.sign(change((await honest()).body.toString())),
    { as: 'right' },
  ),
);

/** Signed bodies that are invalid in one place, made by editing the text of a valid answer. */
const values: readonly HostileCase[] = (
  [
    ['an expiry of infinite size', /"expiry":[^,}]*/, '"expiry":1e999'],
    ['an expiry of 300 000 digits', /"expiry":[^,}]*/, `"expiry":"${'9'.repeat(300_000)}"`],
    [
      'subscriptions in ten thousand lists',
      /"subscriptions":\[.*?\]/,
      `"subscriptions":${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    ],
    [
      'another info field before the real one',
      /"info":/,
      '"info":{"username":"somebody"},"information":',
    ],
    ['success twice, the second time false', /}$/, ',"success":false,"reason":"banned"}'],
  ] as const
).map(([name, from, to]) =>
  lie(
    `signed: ${name}`,
    async ({ honest }, { own }) => own.sign((await honest()).body.toString().replace(from, to)),
    name.startsWith('success')
      ? { as: 'right', failure: null, phase: 'banned' }
      : { as: 'right', failure: 'bad-reply' },
  ),
);

/** Signed refusals must not mislead the user. */
const refusals: readonly HostileCase[] = [
  ...['javascript:alert(1)', 'http://update.example/', 'https://me@update.example/'].map(
    (download) =>
      edited(
        `an update from ${download}`,
        { success: false, reason: 'update-required', message: '', download },
        { at: 'start', failure: null, phase: 'update-required', hides: download },
      ),
  ),
  edited(
    'a message with direction marks',
    { success: false, reason: 'unheard-of', message: 'Go to \u202emoc.live\u202c now' },
    { failure: 'refused', phase: 'signed-out', hides: '\u202e' },
  ),
  lie(
    'an internal error with a foreign message',
    async ({ honest }, { own }) => {
      const message = 'Error: connect ECONNREFUSED 10.0.0.5:5432';
      const answer = own.edit(await honest(), { success: false, message });
      return { ...answer, status: 500 };
    },
    { as: 'right', failure: 'server-down', proven: true, hides: '10.0.0.5' },
  ),
  edited(
    'a reason that is a property of every object',
    { success: false, reason: 'constructor', message: '__proto__' },
    { failure: 'refused', phase: 'signed-out' },
  ),
  edited(
    'a retry time in ten thousand years',
    { success: false, reason: 'rate-limited', message: '', retryAfter: 3.2e11 },
    { failure: 'rate-limited', phase: 'signed-out', hides: String(nowMs + 3.2e14) },
  ),
];

export const signedCases: readonly HostileCase[] = [
  ...others,
  ...malformed,
  ...texts,
  ...values,
  ...refusals,
  ...withoutChallenge,
];
