// German sentences about what prevents a sign-in.
import { computerText, type WhyFacts, type WhySentences } from '../why-facts.ts';

const noDevice = 'ohne Computer-ID';

export const whySentences: WhySentences = {
  'app-disabled': () => 'Die Anwendung ist ausgeschaltet, niemand kann sich anmelden.',
  'app-paused': () => 'Die Anwendung ist pausiert, niemand kann sich anmelden.',
  'device-id-invalid': ({ minhwid }) =>
    `Das Programm sendet keine oder eine zu kurze Computer-ID. Die Anwendung verlangt ${minhwid} Zeichen.`,
  'rate-limited': (facts) => `${limitText(facts)} Anmeldungen sind bis ${facts.until} gesperrt.`,
  'user-unknown': ({ user, nearest }) =>
    `Den Benutzer ${user} gibt es nicht.${nearest === '' ? '' : ` Ähnliche Namen: ${nearest}.`}`,
  banned: (facts) => `${facts.user} ist gesperrt${banText(facts)}.`,
  blacklisted: ({ ip, isIp }) =>
    isIp
      ? `Die IP-Adresse ${ip} steht auf der Sperrliste.`
      : 'Der Computer steht auf der Sperrliste.',
  'wrong-device': ({ user, computer, bound, allowed }) => {
    const names = bound.map((one) => computerText(one, noDevice)).join(', ');
    return `${user} verwendet einen anderen Computer: ${computerText(computer, noDevice)}. Verknüpft: ${names} (erlaubt: ${allowed}).`;
  },
  'seat-held': ({ user, until }) =>
    `Ein entfernter Computer von ${user} belegt seinen Platz, bis seine Offline-Nutzung am ${until} endet.`,
  'subscription-paused': ({ user, paused }) =>
    `Ein Abonnement von ${user} ist pausiert: ${paused.map(({ subscription, left }) => `${subscription} (Restzeit: ${left})`).join(', ')}.`,
  'no-subscription': ({ user, ended }) =>
    ended.length === 0
      ? `${user} hat kein Abonnement mehr.`
      : `Das Abonnement von ${user} ist abgelaufen: ${ended.map(({ subscription, end }) => `${subscription} am ${end}`).join(', ')}.`,
  'never-redeemed': ({ user }) => `${user} hat noch nie einen Schlüssel eingelöst.`,
  'code-needed': ({ user }) => `${user} braucht einen Code aus der Authenticator-App.`,
  'codes-locked': ({ user, until }) =>
    `Zu viele falsche Codes. Codes von ${user} werden bis ${until} abgelehnt.`,
};

function limitText({ limit, user, ip }: WhyFacts): string {
  if (limit === 'address') return `Zu viele falsche Versuche von ${ip}.`;
  if (limit === 'name') return `Zu viele falsche Passwörter für ${user}.`;
  return limit === 'refused'
    ? `Zu viele abgelehnte Anmeldungen von ${user}.`
    : 'Zu viele Versuche.';
}

function banText({ since, by, key, reason }: WhyFacts): string {
  return [
    since === '' ? '' : `, seit ${since} durch ${bannerText(by)}`,
    key === '' ? '' : `, mit dem Schlüssel ${key}`,
    reason === '' ? '' : `: ${reason}`,
  ].join('');
}

function bannerText(by: WhyFacts['by']): string {
  if (by === null) return 'das Programm';
  return by === '' ? 'den Verkäuferschlüssel der Anwendung' : `„${by}“`;
}
