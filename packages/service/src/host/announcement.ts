// Prints the address, keys and demo data of a service that has started.
import type { DemoListing } from './demo-listing.ts';
import { writeMessage } from './log-lines.ts';
import type { Streams } from './run.ts';

export interface Started {
  readonly url: string;
  readonly publicKey: string;
  readonly publicKeys: readonly string[];
  readonly metricsUrl: string | null;
  /** Null without the desk. */
  readonly deskUrl: string | null;
  /** Null without customers' pages. The name of a page follows, but in the demo. */
  readonly pageUrl: string | null;
  /** Sentences for the person who starts the service. */
  readonly notices: readonly string[];
  readonly listing: DemoListing;
}

export function announce(
  { stdout, stderr }: Streams,
  started: Started,
  { json = false, demo = false }: { readonly json?: boolean; readonly demo?: boolean },
): void {
  if (!demo) for (const sentence of started.notices) writeMessage(stderr, `${sentence}\n`);
  writeMessage(stdout, json ? jsonLine(started) : description(started));
}

function jsonLine({ url, publicKey, publicKeys, deskUrl, pageUrl, listing }: Started): string {
  const pages = { desk: deskUrl, page: pageUrl };
  return `${JSON.stringify({ url, publicKey, publicKeys, ...pages, ...listing })}\n`;
}

function description({ url, publicKey, metricsUrl, deskUrl, pageUrl, listing }: Started): string {
  const users = listing.users.map((user) => `  ${user.username} / ${user.password} (${user.case})`);
  const keys = listing.licenses.map(
    ({ key, days, status }) => `  ${key} (${days} days, ${status})`,
  );
  const { app, owner } = listing;
  const demo =
    app === null
      ? []
      : ['Demo accounts:', ...users, 'Demo keys:', ...keys, `Demo seller key: ${app.sellerkey}`];
  if (owner !== null)
    demo.push(`Demo owner: ${owner.name} / ${owner.password} (owner id ${owner.ownerid})`);
  const metrics = metricsUrl === null ? [] : [`Metrics: ${metricsUrl}`];
  const desk = deskUrl === null ? [] : [`Desk: ${deskUrl}`];
  const page = pageUrl === null ? [] : [`Customers' page: ${pageUrl}`];
  const first = [`The license service listens at ${url}`, `Public key: ${publicKey}`];
  return [...first, ...metrics, ...desk, ...page, ...demo, ''].join('\n');
}
