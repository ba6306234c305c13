// Addresses of the deliveries, and how pages name a webhook.
import { hrefOf } from '../../router/location.ts';
import { withQuery } from '../../router/query.ts';
import type { RowOf } from '../../client/list.ts';

export type Webhook = RowOf<'fetchallwebhooks'>;
export type Delivery = RowOf<'fetchdeliveries'>;

export const deliveriesPath = 'deliveries';

export function deliveriesHref(application: string, webid: string): string {
  return withQuery(hrefOf(application, 'webhooks', deliveriesPath), { webhook: webid });
}

/** The host, with its port if it is not the usual one. */
export function hostOf({ short_baselink: link }: Pick<Webhook, 'short_baselink'>): string {
  return URL.canParse(link) ? new URL(link).host : link;
}
