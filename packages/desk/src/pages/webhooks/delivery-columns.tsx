// Columns of the table of deliveries.
import { Chip } from '@latchkey/kit/Chip.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import type { Copy } from '../../copy/copy.ts';
import { entryOf } from '../../copy/entry-of.ts';
import { useLanguage } from '../../copy/language.ts';
import { resend } from './changes.tsx';
import { eventText } from './events.ts';
import type { Delivery } from './webhook-link.ts';

const tones = { pending: 'warning', delivered: 'good', failed: 'danger' } as const;

export function useColumns(nameOf: NameOf, mayChange: boolean): readonly Column<Delivery>[] {
  const { copy, formats } = useLanguage();
  const { webhooks, deliveries } = copy;
  const { columns } = deliveries;
  return [
    {
      key: 'created',
      header: columns.created,
      cell: ({ created }) => <time>{formats.dateTime(created)}</time>,
    },
    { key: 'event', header: columns.event, cell: ({ event }) => eventText(webhooks, event) },
    {
      key: 'webhook',
      header: columns.webhook,
      secondary: true,
      cell: ({ webid }) => <bdi>{nameOf(webid)}</bdi>,
    },
    {
      key: 'state',
      header: columns.state,
      cell: ({ status }) => <Chip tone={tones[status]}>{deliveries.states[status]}</Chip>,
    },
    {
      key: 'answer',
      header: columns.answer,
      cell: (delivery) => answerText(deliveries, delivery),
    },
    {
      key: 'attempts',
      header: columns.attempts,
      numeric: true,
      secondary: true,
      cell: ({ attempts }) => formats.number(attempts),
    },
    {
      key: 'next',
      header: columns.next,
      numeric: true,
      secondary: true,
      cell: ({ next }) => next !== null && <time>{formats.dateTime(next)}</time>,
    },
    ...(mayChange ? [resendColumn(columns.actions, nameOf)] : []),
  ];
}

/** The HTTP status, or why there is none. */
function answerText(
  { status, errors, unknownError }: Copy['deliveries'],
  { laststatus, lasterror }: Pick<Delivery, 'laststatus' | 'lasterror'>,
): string {
  if (laststatus !== null) return status(String(laststatus));
  if (lasterror === null) return '';
  return entryOf(errors, lasterror) ?? unknownError(lasterror);
}

type NameOf = (webid: string | null) => string;

function resendColumn(header: string, nameOf: NameOf): Column<Delivery> {
  return {
    key: 'actions',
    header,
    hidesHeader: true,
    numeric: true,
    cell: (delivery) => <ResendButton delivery={delivery} target={nameOf(delivery.webid)} />,
  };
}

interface ResendButtonProps {
  readonly delivery: Delivery;
  readonly target: string;
}

function ResendButton({ delivery, target }: ResendButtonProps) {
  const { copy, formats } = useLanguage();
  const { webhooks, deliveries } = copy;
  const { status, event, created } = delivery;
  if (status === 'pending') return null;
  return (
    <ChangeButton
      kind="quiet"
      label={deliveries.resendLabel(eventText(webhooks, event), formats.dateTime(created))}
      change={resend(delivery, target)}
    >
      {deliveries.resend}
    </ChangeButton>
  );
}
