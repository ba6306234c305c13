// English sentences about what prevents a sign-in.
import { computerText, type WhyFacts, type WhySentences } from '../why-facts.ts';

const noDevice = 'no device id';

export const whySentences: WhySentences = {
  'app-disabled': () => 'The application is disabled, so nobody can sign in.',
  'app-paused': () => 'The application is paused, so nobody can sign in.',
  'device-id-invalid': ({ minhwid }) =>
    `The program sends no device id, or a short one. The application requires ${minhwid} characters.`,
  'rate-limited': (facts) => `${limitText(facts)} Sign-ins are locked until ${facts.until}.`,
  'user-unknown': ({ user, nearest }) =>
    `There is no user ${user}.${nearest === '' ? '' : ` Similar names: ${nearest}.`}`,
  banned: (facts) => `${facts.user} ${banText(facts)}.`,
  blacklisted: ({ ip, isIp }) =>
    isIp ? `The IP ${ip} is blacklisted.` : 'The computer is blacklisted.',
  'wrong-device': ({ user, computer, bound, allowed }) => {
    const names = bound.map((one) => computerText(one, noDevice)).join(', ');
    return `${user} uses another computer: ${computerText(computer, noDevice)}. Bound: ${names}; allowed: ${allowed}.`;
  },
  'seat-held': ({ user, until }) =>
    `A removed computer of ${user} keeps its seat until its offline pass ends on ${until}.`,
  'subscription-paused': ({ user, paused }) =>
    `A subscription of ${user} is paused: ${paused.map(({ subscription, left }) => `${subscription} (${left} left)`).join(', ')}.`,
  'no-subscription': ({ user, ended }) =>
    ended.length === 0
      ? `${user} has no subscription any more.`
      : `The subscription of ${user} has ended: ${ended.map(({ subscription, end }) => `${subscription} on ${end}`).join(', ')}.`,
  'never-redeemed': ({ user }) => `${user} has never redeemed a license key.`,
  'code-needed': ({ user }) => `${user} needs a code from the authenticator app.`,
  'codes-locked': ({ user, until }) =>
    `Too many wrong codes. Codes of ${user} are refused until ${until}.`,
};

function limitText({ limit, user, ip }: WhyFacts): string {
  if (limit === 'address') return `Too many wrong attempts from ${ip}.`;
  if (limit === 'name') return `Too many wrong passwords for ${user}.`;
  return limit === 'refused' ? `Too many refused sign-ins of ${user}.` : 'Too many attempts.';
}

function banText({ since, by, key, reason }: WhyFacts): string {
  return [
    since === '' ? 'is banned' : `has been banned since ${since} by ${bannerText(by)}`,
    key === '' ? '' : ` with license key ${key}`,
    reason === '' ? '' : `: ${reason}`,
  ].join('');
}

function bannerText(by: WhyFacts['by']): string {
  if (by === null) return 'the program';
  return by === '' ? "the application's own seller key" : `seller key "${by}"`;
}
