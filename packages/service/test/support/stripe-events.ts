// Events of Stripe, written by hand in the form of its documentation, and what they mean.
import { begin } from '../shops-parts.ts';

export interface ProviderEvent {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Story {
  readonly name: string;
  readonly events: readonly ProviderEvent[];
  /** States of the payments, oldest first. */
  readonly payments: readonly ('given' | 'suspended' | 'off')[];
  readonly amount?: number;
  readonly currency?: string;
  readonly email?: string;
  readonly isTest?: boolean;
  readonly isEnded?: boolean;
  readonly attention?: readonly string[];
}

const stripe = (type: string, at: number, object: object, livemode = true): ProviderEvent => ({
  body: { id: `evt_${type}_${at}`, type, created: begin + at, livemode, data: { object } },
});
const session = {
  id: 'cs_1',
  payment_status: 'paid',
  payment_intent: 'pi_1',
  amount_total: 1999,
  currency: 'eur',
  customer_details: { email: 'buyer@example.com' },
  metadata: { product: 'pro', quantity: '2' },
};
export const money = { amount: 1999, currency: 'EUR', email: 'buyer@example.com' };
const subscribed = { ...session, payment_intent: null, invoice: 'in_1', subscription: 'sub_1' };
const charge = { id: 'ch_1', payment_intent: 'pi_1', amount: 1999, currency: 'eur' };
const completed = stripe('checkout.session.completed', 0, session);

export const stripeStories: readonly Story[] = [
  { name: 'a paid session', events: [completed], payments: ['given'], ...money, isTest: false },
  {
    name: 'a bank transfer that is paid later',
    events: [
      stripe('checkout.session.completed', 0, { ...session, payment_status: 'unpaid' }),
      stripe('checkout.session.async_payment_succeeded', 60, session),
    ],
    payments: ['given'],
    ...money,
  },
  {
    name: 'a test sale',
    events: [stripe('checkout.session.completed', 0, session, false)],
    payments: ['given'],
    isTest: true,
  },
  {
    name: 'a whole refund, reported twice',
    events: [
      completed,
      stripe('charge.refunded', 5, { ...charge, amount_refunded: 1999 }),
      stripe('refund.created', 5, { ...refundOf(1999), status: 'succeeded' }),
    ],
    payments: ['off'],
  },
  {
    name: 'two refunds of parts that are the whole',
    events: [
      completed,
      stripe('refund.created', 5, { ...refundOf(999), status: 'succeeded' }),
      stripe('refund.created', 6, { ...refundOf(1000), id: 're_2', status: 'succeeded' }),
    ],
    payments: ['off'],
  },
  {
    name: 'a refund of a part',
    events: [completed, stripe('charge.refunded', 5, { ...charge, amount_refunded: 999 })],
    payments: ['given'],
    attention: ['partial-refund'],
  },
  {
    name: 'a refund that fails',
    events: [
      completed,
      stripe('refund.created', 5, { ...refundOf(1999), status: 'succeeded' }),
      stripe('refund.failed', 9, { ...refundOf(1999), status: 'failed' }),
    ],
    payments: ['given'],
  },
  {
    name: 'a dispute that is open',
    events: [completed, disputed('needs_response', 5)],
    payments: ['suspended'],
  },
  {
    name: 'a dispute that is won',
    events: [completed, disputed('needs_response', 5), disputed('won', 9)],
    payments: ['given'],
  },
  {
    name: 'a dispute that is lost',
    events: [completed, disputed('needs_response', 5), disputed('lost', 9)],
    payments: ['off'],
  },
  {
    name: 'a subscription, its renewal, the refund of the renewal and its end',
    events: [
      stripe('checkout.session.completed', 0, subscribed),
      stripe('invoice.paid', 0, {
        id: 'in_1',
        billing_reason: 'subscription_create',
        parent: { subscription_details: { subscription: 'sub_1' } },
      }),
      stripe('invoice.paid', 100, {
        id: 'in_2',
        billing_reason: 'subscription_cycle',
        subscription: 'sub_1',
        amount_paid: 1999,
        currency: 'eur',
        lines: { data: [{ period: { start: begin, end: begin + 100 } }] },
      }),
      stripe('invoice_payment.paid', 100, {
        invoice: 'in_2',
        payment: { type: 'payment_intent', payment_intent: 'pi_2' },
      }),
      stripe('charge.refunded', 200, {
        ...charge,
        id: 'ch_2',
        payment_intent: 'pi_2',
        amount_refunded: 1999,
      }),
      stripe('customer.subscription.deleted', 300, { id: 'sub_1' }),
    ],
    payments: ['given', 'off'],
    isEnded: true,
  },
];

function refundOf(amount: number) {
  return { id: 're_1', charge: 'ch_1', payment_intent: 'pi_1', amount, currency: 'eur' };
}

function disputed(status: string, at: number): ProviderEvent {
  const type = status === 'needs_response' ? 'created' : 'closed';
  const object = { id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1', status };
  return stripe(`charge.dispute.${type}`, at, object);
}
