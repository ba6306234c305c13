// All sentences and words about histories and failed sign-ins. The service sends only data.
import type { WhyCode } from '@latchkey/protocol/seller/why-answers.ts';
import { formatDays, formatTime, numberOf, rowsOf, textOf } from './answers.ts';
import type { AnswerTo, FieldOf, Row, RowOf } from './answer-types.ts';

type Obstacle = RowOf<'why', 'obstacles'>;
type HistoryRow = RowOf<'fetchhistory', 'history'>;

interface Facts {
  readonly user: string;
  readonly obstacle: Obstacle;
  /** The address that the service assumed; may be empty. */
  readonly ip: string;
}

const sentences: { readonly [Code in WhyCode]: (facts: Facts) => string } = {
  'app-disabled': () => 'The application is disabled, so nobody can sign in.',
  'app-paused': () => 'The application is paused, so nobody can sign in.',
  'device-id-invalid': ({ obstacle }) =>
    `The program sends no device id, or a short one. The application requires ${textOf(obstacle, 'minhwid')} characters.`,
  'rate-limited': ({ user, obstacle, ip }) =>
    `${limits[textOf(obstacle, 'limit')]?.(user, ip) ?? 'Too many attempts.'} Sign-ins are locked until ${formatTime(obstacle, 'until')}.`,
  'user-unknown': ({ user, obstacle }) => {
    const names = textOf(obstacle, 'nearest');
    return `There is no user ${user}.${names === '' ? '' : ` Similar names: ${names}.`}`;
  },
  banned: ({ user, obstacle }) => `${user} is banned${banFacts(obstacle)}.`,
  blacklisted: ({ obstacle, ip }) =>
    textOf(obstacle, 'what') === 'ip'
      ? `The IP ${ip} is blacklisted.`
      : 'The computer is blacklisted.',
  'wrong-device': ({ user, obstacle }) => {
    const bound = rowsOf(obstacle, 'computers').map((row) => computerText(row, 'name', 'id'));
    const device = computerText(obstacle, 'computer', 'device');
    return `${user} uses another computer: ${device}. Bound: ${bound.join(', ')}; allowed: ${textOf(obstacle, 'allowed')}.`;
  },
  'seat-held': ({ user, obstacle }) =>
    `A removed computer of ${user} keeps its seat until its offline pass ends on ${formatTime(obstacle, 'until')}.`,
  'subscription-paused': ({ user, obstacle }) => {
    const paused = rowsOf(obstacle, 'subscriptions').map(
      (row) => `${textOf(row, 'subscription')} (${formatDays(row, 'timeleft')} left)`,
    );
    return `A subscription of ${user} is paused: ${paused.join(', ')}.`;
  },
  'no-subscription': ({ user, obstacle }) => {
    const ended = rowsOf(obstacle, 'ended').map(
      (row) => `${textOf(row, 'subscription')} on ${formatTime(row, 'expiry')}`,
    );
    return ended.length === 0
      ? `${user} has no subscription any more.`
      : `The subscription of ${user} has ended: ${ended.join(', ')}.`;
  },
  'never-redeemed': ({ user }) => `${user} has never redeemed a license key.`,
  'code-needed': ({ user }) => `${user} needs a code from the authenticator app.`,
  'codes-locked': ({ user, obstacle }) =>
    `Too many wrong codes. Codes of ${user} are refused until ${formatTime(obstacle, 'until')}.`,
};

const limits: Readonly<Record<string, (user: string, ip: string) => string>> = {
  address: (_user, ip) => `Too many wrong attempts from ${ip}.`,
  name: (user) => `Too many wrong passwords for ${user}.`,
  refused: (user) => `Too many refused sign-ins of ${user}.`,
};

function banFacts(obstacle: Obstacle): string {
  const since = textOf(obstacle, 'since');
  const by = (obstacle as Row)['by'];
  const reason = textOf(obstacle, 'reason');
  const key = textOf(obstacle, 'key');
  return [
    since === '' ? '' : ` since ${formatTime(obstacle, 'since')}`,
    since === '' ? '' : ` by ${banner(by)}`,
    key === '' ? '' : ` with the license key ${key}`,
    reason === '' ? '' : `: ${reason}`,
  ].join('');
}

function banner(by: unknown): string {
  if (typeof by !== 'string') return 'the program';
  return by === '' ? "the application's own seller key" : `the seller key "${by}"`;
}

function computerText<const Given extends object>(
  row: Given,
  name: FieldOf<Given>,
  id: FieldOf<Given>,
): string {
  const [called, handle] = [textOf(row, name), textOf(row, id).slice(0, 8)];
  if (called === '') return handle === '' ? 'no device id' : handle;
  return handle === '' ? called : `${called} (${handle})`;
}

/** Returns the first obstacle in a sentence, then the further ones and the last refusal. */
export function whyLines(user: string, answer: AnswerTo<'why'>): readonly string[] {
  const obstacles = rowsOf(answer, 'obstacles');
  const ip = textOf(answer, 'ip');
  const texts = obstacles.map((obstacle) => {
    const code = textOf(obstacle, 'code');
    return Object.hasOwn(sentences, code)
      ? sentences[code as WhyCode]({ user, obstacle, ip }) // hasOwn has checked the key
      : `The service answers "${code}".`;
  });
  const [first = `Nothing stops ${user} from signing in with the right password.`, ...others] =
    texts;
  const refused = answer.refused;
  return [
    first,
    ...others.map((text) => `Also: ${text}`),
    ...(typeof refused === 'object' && refused !== null
      ? [`Last refusal: ${historySentence(refused)}`]
      : []),
  ];
}

function historySentence(row: HistoryRow): string {
  const computer = textOf(row, 'computer');
  const from = [textOf(row, 'ip'), computer].filter((text) => text !== '').join(', ');
  const what = `${operationWords(row)}, ${outcomeWords(row)}`;
  return `${formatTime(row, 'date')}, ${what}${from === '' ? '' : ` (${from})`}.`;
}

const operations: Readonly<Record<string, string>> = {
  login: 'sign-in',
  loginEmail: 'sign-in by e-mail',
  license: 'sign-in by key',
  register: 'registration',
  removecomputer: 'sign-in, computer removed',
  upgrade: 'redeem',
  assignkey: 'redeem by seller',
  activate: 'registration by seller',
};

const outcomes: Readonly<Record<string, string>> = {
  'bad-credentials': 'wrong password',
  'bad-code': 'wrong code',
  'code-needed': 'code needed',
  'wrong-device': 'other computer',
  'seat-held': 'seat of a removed computer',
  'no-subscription': 'no active subscription',
  'subscription-paused': 'subscription paused',
  'app-paused': 'application paused',
  'key-unknown': 'unknown license key',
  'key-used': 'used license key',
  'key-banned': 'banned license key',
  'no-plan-for-level': 'no subscription for the level',
};

export function operationWords(row: HistoryRow): string {
  const operation = textOf(row, 'operation');
  return operations[operation] ?? operation;
}

/** Other reasons are words already, such as "banned". */
export function outcomeWords(row: HistoryRow): string {
  const outcome = textOf(row, 'outcome');
  return outcomes[outcome] ?? outcome;
}

export function shortDevice(row: HistoryRow): string {
  return textOf(row, 'device').slice(0, 8);
}

/** The number of a row of `series`, as text. */
export function countText(row: RowOf<'series', 'series'>, name: keyof typeof row): string {
  return String(numberOf(row, name) ?? 0);
}
