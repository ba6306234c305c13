// Columns of the table of deliveries.
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import type { RowOf } from '../../client/list.ts';
import type { Copy } from '../../copy/copy.ts';
import { useLanguage } from '../../copy/language.ts';
import { eventText } from './events.ts';

export type Delivery = RowOf<'fetchdeliveries'>;

const tones = { pending: 'warning', delivered: 'good', failed: 'danger' } as const;

type Resend = (delivery: Delivery) => void;

export function useColumns(
  nameOf: (webid: string | null) => string,
  resend: Resend | null,
): readonly Column<Delivery>[] {
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
    ...(resend === null ? [] : [resendColumn(columns.actions, resend)]),
  ];
}

/** The HTTP status, or why there is none. */
function answerText(
  { status, errors, unknownError }: Copy['deliveries'],
  { laststatus, lasterror }: Pick<Delivery, 'laststatus' | 'lasterror'>,
): string {
  if (laststatus !== null) return status(String(laststatus));
  if (lasterror === null) return '';
  const known = Object.entries(errors).find(([code]) => code === lasterror);
  return known === undefined ? unknownError(lasterror) : known[1];
}

function resendColumn(header: string, resend: Resend): Column<Delivery> {
  return {
    key: 'actions',
    header,
    hidesHeader: true,
    numeric: true,
    cell: (delivery) => <ResendButton delivery={delivery} resend={resend} />,
  };
}

interface ResendButtonProps {
  readonly delivery: Delivery;
  readonly resend: Resend;
}

function ResendButton({ delivery, resend }: ResendButtonProps) {
  const { copy, formats } = useLanguage();
  const { webhooks, deliveries } = copy;
  const { status, event, created } = delivery;
  if (status === 'pending') return null;
  return (
    <Button
      kind="quiet"
      label={deliveries.resendLabel(eventText(webhooks, event), formats.dateTime(created))}
      onClick={() => resend(delivery)}
    >
      {deliveries.resend}
    </Button>
  );
}
