// Webhooks, and the deliveries of their events.
import { Tabs } from '@latchkey/kit/Tabs.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useCopy } from '../../copy/language.ts';
import type { PageProps } from '../../layout/pages.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { addWebhook } from './changes.tsx';
import { Deliveries } from './Deliveries.tsx';
import { deliveriesPath } from './webhook-link.ts';
import { WebhookList } from './WebhookList.tsx';

export function WebhooksPage({ rest }: PageProps) {
  const { webhooks, newWebhook, deliveries } = useCopy();
  const mayChange = useMay('all');
  const { name } = useApplication();
  const showsDeliveries = rest[0] === deliveriesPath;
  return (
    <Page
      title={webhooks.title}
      description={webhooks.text}
      actions={
        mayChange &&
        !showsDeliveries && (
          <ChangeButton kind="filled" change={addWebhook}>
            {newWebhook.add}
          </ChangeButton>
        )
      }
    >
      <Tabs
        label={webhooks.title}
        tabs={[
          { href: hrefOf(name, 'webhooks'), label: webhooks.title, isCurrent: !showsDeliveries },
          {
            href: hrefOf(name, 'webhooks', deliveriesPath),
            label: deliveries.title,
            isCurrent: showsDeliveries,
          },
        ]}
      />
      {showsDeliveries ? <Deliveries /> : <WebhookList />}
    </Page>
  );
}
