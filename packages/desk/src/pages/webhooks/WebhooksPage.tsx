// Webhooks, and the deliveries of their events.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Tabs } from '@latchkey/kit/Tabs.tsx';
import { useCopy } from '../../copy/language.ts';
import type { PageProps } from '../../layout/pages.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { ShownOnce } from '../../changes/ShownOnce.tsx';
import { AddWebhook } from './AddWebhook.tsx';
import { Deliveries } from './Deliveries.tsx';
import { deliveriesPath } from './webhook-link.ts';
import { WebhookList } from './WebhookList.tsx';

export function WebhooksPage({ rest }: PageProps) {
  const { webhooks, deliveries } = useCopy();
  const { name } = useApplication();
  const showsDeliveries = rest[0] === deliveriesPath;
  return (
    <Page
      title={webhooks.title}
      description={webhooks.text}
      actions={!showsDeliveries && <AddButton />}
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

function AddButton() {
  const { newWebhook } = useCopy();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  if (!useMay('all')) return null;
  return (
    <>
      <Button kind="filled" onClick={() => setAdding(true)}>
        {newWebhook.add}
      </Button>
      {adding && <AddWebhook onSecret={setSecret} onLeave={() => setAdding(false)} />}
      {secret !== null && (
        <ShownOnce
          title={newWebhook.secretTitle}
          text={newWebhook.secretText}
          label={newWebhook.secret}
          secret={secret}
          onLeave={() => setSecret(null)}
        />
      )}
    </>
  );
}
