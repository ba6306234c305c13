// Deliveries of events, with a filter by webhook.
import { Send, TriangleAlert } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useList, type List } from '../../client/list.ts';
import { useAsk } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useQueryTexts } from '../../router/query.ts';
import { useMay } from '../../session/application.ts';
import { useColumns } from './delivery-columns.tsx';
import { everyMs, useRefresh } from '../../parts/use-refresh.ts';
import { hostOf, type Delivery, type Webhook } from './webhook-link.ts';

/** An application has at most 100 webhooks. */
const allWebhooks = { limit: '100' };

export function Deliveries() {
  const { copy } = useLanguage();
  const { deliveries } = copy;
  const [{ webhook = '' }, changeQuery] = useQueryTexts();
  const list = useList('fetchdeliveries', { webid: webhook === '' ? undefined : webhook });
  const hooks = useAsk('fetchallwebhooks', allWebhooks).data?.webhooks ?? [];
  const mayChange = useMay('all');
  useRefresh(isSending(list, useNow(everyMs)), list.retry);
  const nameOf = (webid: string | null) => nameOfWebhook(hooks, deliveries.logAddress, webid);
  return (
    <>
      <Dropped />
      <div className="toolbar">
        <WebhookSelect
          hooks={hooks}
          value={webhook}
          onChange={(webid) => changeQuery({ webhook: webid })}
        />
      </div>
      <ListTable
        list={list}
        caption={deliveries.title}
        rowKey={({ id }) => id}
        columns={useColumns(nameOf, mayChange)}
        empty={<Empty icon={Send} title={deliveries.empty} text={deliveries.emptyText} />}
      />
    </>
  );
}

/** While a try runs, the next one is a minute later. */
const tryingSeconds = 60;

function isSending({ rows }: List<Delivery>, nowMs: number): boolean {
  return rows.some(({ next }) => next !== null && Number(next) <= nowMs / 1000 + tryingSeconds);
}

/** Of a deleted webhook, the id is all that is left. */
function nameOfWebhook(hooks: readonly Webhook[], logAddress: string, webid: string | null) {
  if (webid === null) return logAddress;
  const hook = hooks.find((one) => one.webid === webid);
  return hook === undefined ? webid : hostOf(hook);
}

interface WebhookSelectProps {
  readonly hooks: readonly Webhook[];
  readonly value: string;
  readonly onChange: (webid: string) => void;
}

function WebhookSelect({ hooks, value, onChange }: WebhookSelectProps) {
  const { copy } = useLanguage();
  const shown = hooks.filter(({ events, webid }) => events !== '' || webid === value);
  const isKnown = value === '' || shown.some(({ webid }) => webid === value);
  return (
    <Select
      label={copy.deliveries.webhook}
      hidesLabel
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{copy.deliveries.allWebhooks}</option>
      {shown.map((hook) => (
        <option key={hook.webid} value={hook.webid}>
          {`${hostOf(hook)} (${hook.webid})`}
        </option>
      ))}
      {!isKnown && <option>{value}</option>}
    </Select>
  );
}

/** Says that events were not sent because too many deliveries were waiting. */
function Dropped() {
  const { copy, formats } = useLanguage();
  const { deliveries } = copy;
  const dropped = useAsk('fetchdeliveries', { limit: '1' }).data?.dropped;
  if (dropped === undefined) return null;
  const { count, since, last } = dropped;
  return (
    <Message
      tone="warning"
      icon={TriangleAlert}
      title={deliveries.dropped(formats.number(count), count)}
      text={deliveries.droppedText(formats.dateTime(since), formats.dateTime(last))}
    />
  );
}
