// The list of webhooks, with what each is called for.
import { Webhook as WebhookIcon } from 'lucide';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useList } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useApplication, useMay } from '../../session/application.ts';
import { removeAllWebhooks, removeWebhook, testWebhook } from './changes.tsx';
import { eventsIn } from './events.ts';
import { deliveriesHref, hostOf, type Webhook } from './webhook-link.ts';

export function WebhookList() {
  const { webhooks } = useCopy();
  const mayChange = useMay('all');
  const list = useList('fetchallwebhooks', {});
  return (
    <>
      {mayChange && list.rows.length > 1 && (
        <div className="toolbar">
          <ChangeButton kind="outlined" danger change={removeAllWebhooks}>
            {webhooks.removeAll}
          </ChangeButton>
        </div>
      )}
      <ListTable
        list={list}
        caption={webhooks.title}
        rowKey={({ webid }) => webid}
        columns={useColumns(mayChange)}
        empty={<Empty icon={WebhookIcon} title={webhooks.empty} text={webhooks.emptyText} />}
      />
    </>
  );
}

function useColumns(mayChange: boolean): readonly Column<Webhook>[] {
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
      cell: (webhook) => <Actions webhook={webhook} mayChange={mayChange} />,
    },
  ];
}

function Use({ webhook: { events, authed, shape } }: { readonly webhook: Webhook }) {
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
      {shape !== 'json' && <span className="small">{webhooks.shapes[shape]}</span>}
    </span>
  );
}

interface ActionsProps {
  readonly webhook: Webhook;
  readonly mayChange: boolean;
}

function Actions({ webhook, mayChange }: ActionsProps) {
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
      {mayChange && events !== '' && (
        <ChangeButton
          kind="quiet"
          label={webhooks.testLabel(host, webid)}
          change={testWebhook(webhook)}
        >
          {webhooks.test}
        </ChangeButton>
      )}
      {mayChange && (
        <ChangeButton
          kind="quiet"
          danger
          label={webhooks.removeLabel(host, webid)}
          change={removeWebhook(webhook)}
        >
          {webhooks.remove}
        </ChangeButton>
      )}
    </span>
  );
}
