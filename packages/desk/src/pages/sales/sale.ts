// An order of a connected shop as lists show it, and what the pages derive from it.
import type { RowOf } from '../../client/list.ts';
import type { AnswerTo } from '../../client/seller.ts';
import type { Copy } from '../../copy/copy.ts';
import { entryOf } from '../../copy/entry-of.ts';
import { decimalAmount, type Formats } from '../../copy/formats.ts';
import type { CsvColumn } from '../../parts/download-csv.ts';
import { hrefOf } from '../../router/location.ts';

export type Sale = RowOf<'fetchsales'>;
export type SaleEvent = AnswerTo<'fetchsale'>['events'][number];

export const stateTones = {
  unpaid: 'neutral',
  paid: 'good',
  'partly-refunded': 'warning',
  refunded: 'neutral',
  disputed: 'danger',
  test: 'neutral',
} as const satisfies Record<Sale['state'], string>;

export function saleHref(application: string, order: string): string {
  return hrefOf(application, 'sales', order);
}

/** The shop's own number of an order, which buyers know. */
export function numberOf(order: string): string {
  return order.split(':').slice(2).join(':') || order;
}

/** The shop's kind in words. */
export function shopOf({ shopKinds }: Copy, order: string): string {
  return entryOf(shopKinds, order.split(':', 1)[0] ?? '')?.name ?? '';
}

export function productsText({ sales }: Copy, { number }: Formats, sale: Pick<Sale, 'products'>) {
  if (sale.products.length === 0) return sales.otherProduct;
  return sale.products
    .map(({ product, quantity }) =>
      quantity === 1 ? product : sales.pieces(product, number(quantity)),
    )
    .join(', ');
}

/** Why an order needs attention, as sentences. */
export function reasonsOf({ sales }: Copy, { attention }: Pick<Sale, 'attention'>) {
  return attention.map((code) => entryOf(sales.attention, code) ?? sales.unknownAttention(code));
}

export function mailText({ sales }: Copy, { mail }: Pick<Sale, 'mail'>): string {
  return entryOf(sales.mails, mail) ?? mail;
}

/** A mail could not be sent, although the order has keys that work. */
export function lacksMail({ attention }: Pick<Sale, 'attention'>): boolean {
  return attention.includes('mail-failed');
}

/** An event as a sentence. */
export function eventText(
  { sale }: Copy,
  { money }: Formats,
  event: Pick<SaleEvent, 'kind' | 'status' | 'amount' | 'currency'>,
): string {
  const { kind, status, amount, currency } = event;
  const name = status === null ? kind : `${kind}-${status}`;
  const withAmount = amount === null ? undefined : entryOf(sale.event, name);
  if (withAmount !== undefined && amount !== null) return withAmount(money(amount, currency));
  return entryOf<string>(sale.plainEvent, name) ?? sale.plainEvent.unknown;
}

export function csvColumns(copy: Copy, formats: Formats): readonly CsvColumn<Sale>[] {
  const { columns, states } = copy.sales;
  return [
    { header: columns.order, value: ({ order }) => order },
    {
      header: columns.date,
      value: ({ created }) => new Date(Number(created) * 1000).toISOString(),
    },
    { header: columns.buyer, value: ({ buyer }) => buyer },
    { header: columns.product, value: (sale) => productsText(copy, formats, sale) },
    { header: columns.state, value: ({ state }) => states[state] },
    { header: columns.attention, value: (sale) => reasonsOf(copy, sale).join(' ') },
    { header: columns.keys, value: ({ count }) => String(count) },
    { header: columns.mail, value: (sale) => mailText(copy, sale) },
    { header: columns.amount, value: ({ amount, currency }) => decimalAmount(amount, currency) },
    { header: columns.currency, value: ({ currency }) => currency },
  ];
}
