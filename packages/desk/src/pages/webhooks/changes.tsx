// The changes of webhooks and deliveries.
import { eventNames, webhookShapes } from '@latchkey/protocol/seller/event-names.ts';
import { deleteMany } from '../../changes/bulk.ts';
import { change, type MakeChange } from '../../changes/change.ts';
import { notSent, required, type DrawnField } from '../../changes/fields.ts';
import { eventText } from './events.ts';
import { EventChoice } from './EventChoice.tsx';
import { hostOf, type Delivery, type Webhook } from './webhook-link.ts';

/** The service checks the rest, such as the port and the IP. */
function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:\/\/./i.test(url);
}

export const addWebhook: MakeChange = ({ copy: { newWebhook, webhooks } }) =>
  change({
    operation: 'addwebhook',
    words: {
      title: newWebhook.add,
      text: newWebhook.text,
      submit: newWebhook.add,
      done: newWebhook.added,
    },
    fields: ({ use }) => ({
      baseurl: {
        label: newWebhook.address,
        input: { type: 'url' },
        problem: (url) => (isAddress(url.trim()) ? null : newWebhook.addressWrong),
      },
      use: {
        kind: 'segmented',
        label: newWebhook.use,
        options: [
          { value: 'events', label: newWebhook.forEvents },
          { value: 'program', label: newWebhook.forProgram },
        ],
        send: notSent,
      },
      events: use !== 'program' && {
        label: newWebhook.events,
        problem: required(newWebhook.eventsWrong),
        draw: Events,
      },
      shape: use !== 'program' && {
        kind: 'select',
        label: newWebhook.shape,
        options: webhookShapes.map((value) => ({ value, label: webhooks.shapes[value] })),
      },
      authed: use === 'program' && { kind: 'check', label: newWebhook.onlySignedIn, value: '1' },
    }),
    parameters: ({ use, authed }) => ({ authed: use === 'program' ? authed : '1' }),
    children: ({ use }) => use === 'program' && <p className="small">{newWebhook.programHint}</p>,
    secret: ({ secret }) =>
      secret === undefined
        ? null
        : {
            title: newWebhook.secretTitle,
            text: newWebhook.secretText,
            label: newWebhook.secret,
            secret,
          },
  });

function Events({ value, error, onChange }: DrawnField) {
  const chosen = value.split(',');
  return (
    <EventChoice
      chosen={eventNames.filter((name) => chosen.includes(name))}
      error={error}
      onChange={(names) => onChange(names.join(','))}
    />
  );
}

export function testWebhook(webhook: Webhook): MakeChange {
  return ({ copy: { webhooks } }) =>
    change({
      operation: 'testwebhook',
      parameters: { webid: webhook.webid },
      words: {
        title: webhooks.testTitle(hostOf(webhook)),
        text: webhooks.testText,
        submit: webhooks.test,
        done: webhooks.tested,
      },
    });
}

export function removeWebhook(webhook: Webhook): MakeChange {
  return ({ copy: { webhooks } }) =>
    change({
      operation: 'delwebhook',
      parameters: { webid: webhook.webid },
      words: {
        title: webhooks.removeTitle(hostOf(webhook)),
        text: webhook.events === '' ? webhooks.removeTextProgram : webhooks.removeTextEvents,
        submit: webhooks.remove,
        done: webhooks.removed,
      },
      danger: true,
    });
}

export const removeAllWebhooks: MakeChange = (desk) => {
  const { removeAllTitle: title, removeAllText: text, count: words } = desk.copy.webhooks;
  return deleteMany({ operation: 'delallwebhooks', title, text, words })(desk);
};

export function resend({ id, event }: Delivery, target: string): MakeChange {
  return ({ copy: { webhooks, deliveries } }) =>
    change({
      operation: 'resenddelivery',
      parameters: { id },
      words: {
        title: deliveries.resendTitle,
        text: deliveries.resendText(eventText(webhooks, event), target),
        submit: deliveries.resend,
        done: deliveries.resent,
      },
    });
}
