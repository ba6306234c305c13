// Builds the bodies of deliveries: JSON for the seller's program, or a message for a chat program.
// SECURITY: a message mentions nobody and has no markup, because users choose names.
import type { WebhookShape } from '@latchkey/protocol/seller/event-names.ts';
import type { DeliveredEvent, Facts } from './event-facts.ts';

export interface EventBody {
  readonly id: string;
  readonly event: DeliveredEvent;
  /** Unix seconds. */
  readonly at: number;
  readonly application: string;
  readonly facts: Facts;
}

/** Longest message that chat programs accept. */
const maxContentLength = 2000;

const sentences: Readonly<Record<DeliveredEvent, string>> = {
  login: 'A user signed in',
  'login-failed': 'A sign-in was refused',
  register: 'A user was created',
  redeem: 'A key was redeemed',
  'redeem-failed': 'A key was refused',
  ban: 'A ban',
  sale: 'A sale',
  refund: 'A refund',
  dispute: 'A payment is disputed',
  extend: 'A subscription was extended',
  expiry: 'A subscription ended',
  log: 'A log line',
  test: 'A test from Latchkey',
};

/** `log`: the setting `webhook`, which is often the URL of a chat program, has a text and all facts. */
export function bodyOf(body: EventBody, shape: WebhookShape | 'log'): string {
  switch (shape) {
    case 'json':
      return JSON.stringify(body);
    case 'log':
      return JSON.stringify({ ...discordMessage(logText(body)), ...body });
    case 'discord':
      return JSON.stringify(discordMessage(messageOf(body)));
    case 'slack':
      return JSON.stringify({ text: escapeSlack(messageOf(body)), mrkdwn: false });
    case 'telegram':
      return JSON.stringify({ text: messageOf(body), link_preview_options: { is_disabled: true } });
  }
}

function discordMessage(content: string) {
  return { content: content.slice(0, maxContentLength), allowed_mentions: { parse: [] } };
}

function logText({ application, facts: { username, ip, pcuser, message } }: EventBody): string {
  const sender = [username, pcuser, ip].filter((text) => text !== undefined).join(', ');
  return `${application}: ${message ?? ''}${sender === '' ? '' : ` (${sender})`}`;
}

function messageOf({ application, event, facts }: EventBody): string {
  const { amount, currency = '', seconds, ...texts } = facts;
  const details = [
    ...Object.entries(texts).flatMap(([name, text]) =>
      text === undefined || text === '' ? [] : [`${name} ${text}`],
    ),
    // Smallest units, because only the shop knows how many decimals a currency has.
    ...(amount === undefined ? [] : [`amount ${amount} ${currency}`.trim()]),
    ...(seconds === undefined ? [] : [`days ${Math.round((seconds / 86_400) * 100) / 100}`]),
  ];
  const text = [`${application}: ${sentences[event]}`, ...details].join('\n');
  return text.slice(0, maxContentLength);
}

/** Slack reads `<!channel>` as a mention of all. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns texts of which a body about a user of this name has one. */
export function formsOfName(username: string): readonly string[] {
  const lines = [username, escapeSlack(username)].map((name) =>
    JSON.stringify(`\nusername ${name}`).slice(1, -1),
  );
  // The next line, or the end of the text.
  const messages = lines.flatMap((line) => [`${line}\\n`, `${line}"`]);
  return [...new Set([`"username":${JSON.stringify(username)}`, ...messages])];
}
