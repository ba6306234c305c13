// Builds the mail with the keys of an order, as text and HTML.
// SECURITY: everything in the HTML is escaped, and nothing in the subject can begin another header.
import type { MailLanguage } from '@latchkey/protocol/seller/shops.ts';
import type { ShopRow } from '../../database/schema-shops.ts';

export interface MailFacts {
  readonly application: string;
  readonly order: string;
  readonly keys: readonly string[];
  /** Names of subscriptions, each once. */
  readonly subscriptions: readonly string[];
  /** Days that each key gives; null: the keys differ. */
  readonly days: number | null;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface MailTexts {
  readonly subject: string;
  readonly text: string;
  readonly days: (days: number) => string;
  readonly differing: string;
}

/** Time from which a key counts as a lifetime one. */
const lifetimeDays = 20 * 365;

const languages: Readonly<Record<MailLanguage, MailTexts>> = {
  en: {
    subject: 'Your license key for {application}',
    text: `Thank you for your purchase of {subscription}.

Your license key:

{keys}

Each key gives {days}. Open {application}, sign in or create an account, and enter the key under "Redeem".

Order: {order}`,
    days: (days) =>
      days >= lifetimeDays ? 'lifetime access' : days === 1 ? '1 day' : `${days} days`,
    differing: 'the time that you bought',
  },
  de: {
    subject: 'Ihr Lizenzschlüssel für {application}',
    text: `Vielen Dank für Ihren Kauf von {subscription}.

Ihr Lizenzschlüssel:

{keys}

Jeder Schlüssel gilt für {days}. Öffnen Sie {application}, melden Sie sich an oder erstellen Sie ein Konto, und geben Sie den Schlüssel unter „Einlösen“ ein.

Bestellung: {order}`,
    days: (days) =>
      days >= lifetimeDays ? 'unbegrenzte Zeit' : days === 1 ? '1 Tag' : `${days} Tage`,
    differing: 'die gekaufte Zeit',
  },
};

type Template = Pick<ShopRow, 'language' | 'mailSubject' | 'mailText'>;

export function mailOf(template: Template, facts: MailFacts): MailContent {
  const texts = languages[template.language];
  const values: Readonly<Record<string, string>> = {
    keys: facts.keys.join('\n'),
    subscription: facts.subscriptions.join(', '),
    days: facts.days === null ? texts.differing : texts.days(facts.days),
    order: facts.order,
    application: facts.application,
  };
  const text = fill(template.mailText || texts.text, values);
  const subject = fill(template.mailSubject || texts.subject, { ...values, keys: '' });
  return { subject: oneLine(subject), text: `${text}\n`, html: htmlOf(text, facts.keys) };
}

/** Values are not filled again, so that a name cannot contain a placeholder. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function htmlOf(text: string, keys: readonly string[]): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const lines = paragraph
      .split('\n')
      .map((line) => (keys.includes(line) ? `<code>${escape(line)}</code>` : escape(line)));
    return `<p>${lines.join('<br>')}</p>`;
  });
  return `<!doctype html><html><body>${paragraphs.join('')}</body></html>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** What a preview shows. */
export function exampleMail(application: string): MailFacts {
  const keys = ['AAAAAA-BBBBBB-CCCCCC-DDDDDD-EEEEEE-FFFFFF'];
  return { application, order: '1001', keys, subscriptions: ['Pro'], days: 30 };
}
