// The list of webhooks, with what each is called for.
import { Webhook as WebhookIcon } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList } from '../../client/list.ts';
import type { Copy } from '../../copy/copy.ts';
import { useCopy } from '../../copy/language.ts';
import { BulkDialog } from '../../parts/BulkDialog.tsx';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { ListTable } from '../../parts/ListTable.tsx';
import { useApplication, useMay } from '../../session/application.ts';
import { eventsIn } from './events.ts';
import { deliveriesHref, hostOf, type Webhook } from './webhook-link.ts';

export function WebhookList() {
  const { webhooks } = useCopy();
  const mayChange = useMay('all');
  const list = useList('fetchallwebhooks', {});
  const [removed, setRemoved] = useState<Webhook | null>(null);
  return (
    <>
      {mayChange && list.rows.length > 1 && <RemoveAll />}
      <ListTable
        list={list}
        caption={webhooks.title}
        rowKey={({ webid }) => webid}
        columns={useColumns(mayChange ? setRemoved : null)}
        empty={<Empty icon={WebhookIcon} title={webhooks.empty} text={webhooks.emptyText} />}
      />
      {removed !== null && <RemoveDialog webhook={removed} onLeave={() => setRemoved(null)} />}
    </>
  );
}

function useColumns(remove: ((webhook: Webhook) => void) | null): readonly Column<Webhook>[] {
  const { webhooks } = useCopy();
  const { columns } = webhooks;
  return [
    {
      key: 'host',
      header: columns.host,
      cell: (webhook) => <bdi className="headline">{hostOf(webhook)}</bdi>,
    },
    { key: 'use', header: columns.use, cell: (webhook) => <Use webhook={webhook} /> },
    {
      key: 'id',
      header: columns.id,
      cell: ({ webid }) => <span className="mono">{webid}</span>,
    },
    {
      key: 'actions',
      header: columns.actions,
      hidesHeader: true,
      numeric: true,
      cell: (webhook) => <Actions webhook={webhook} remove={remove} />,
    },
  ];
}

function Use({ webhook: { events, authed } }: { readonly webhook: Webhook }) {
  const { webhooks } = useCopy();
  const names = eventsIn(events);
  if (names.length === 0)
    return (
      <span className="with-chip">
        {webhooks.forProgram}
        <span className="small">{authed === 1 ? webhooks.signedIn : webhooks.everyone}</span>
      </span>
    );
  return (
    <span className="chips">
      {names.map((name) => (
        <Chip key={name} tone="neutral">
          {webhooks.events[name].name}
        </Chip>
      ))}
    </span>
  );
}

interface ActionsProps {
  readonly webhook: Webhook;
  readonly remove: ((webhook: Webhook) => void) | null;
}

function Actions({ webhook, remove }: ActionsProps) {
  const { webhooks } = useCopy();
  const { name } = useApplication();
  const { webid, events } = webhook;
  const host = hostOf(webhook);
  return (
    <span className="webhook-tools">
      {events !== '' && (
        <a
          href={deliveriesHref(name, webid)}
          aria-label={webhooks.showDeliveriesLabel(host, webid)}
        >
          {webhooks.showDeliveries}
        </a>
      )}
      {remove !== null && (
        <Button
          kind="quiet"
          danger
          label={webhooks.removeLabel(host, webid)}
          onClick={() => remove(webhook)}
        >
          {webhooks.remove}
        </Button>
      )}
    </span>
  );
}

interface RemoveDialogProps {
  readonly webhook: Webhook;
  readonly onLeave: () => void;
}

function RemoveDialog({ webhook, onLeave }: RemoveDialogProps) {
  const { webhooks } = useCopy();
  return (
    <ChangeDialog
      type="delwebhook"
      parameters={{ webid: webhook.webid }}
      title={webhooks.removeTitle(hostOf(webhook))}
      text={removeText(webhooks, webhook)}
      submit={webhooks.remove}
      danger
      done={() => webhooks.removed}
      onLeave={onLeave}
    />
  );
}

function removeText(webhooks: Copy['webhooks'], { events }: Webhook): string {
  return events === '' ? webhooks.removeTextProgram : webhooks.removeTextEvents;
}

function RemoveAll() {
  const { webhooks } = useCopy();
  const [open, setOpen] = useState(false);
  return (
    <div className="toolbar">
      <Button kind="outlined" danger onClick={() => setOpen(true)}>
        {webhooks.removeAll}
      </Button>
      {open && (
        <BulkDialog
          type="delallwebhooks"
          parameters={{}}
          title={webhooks.removeAllTitle}
          text={webhooks.removeAllText}
          words={webhooks.count}
          onLeave={() => setOpen(false)}
        />
      )}
    </div>
  );
}
