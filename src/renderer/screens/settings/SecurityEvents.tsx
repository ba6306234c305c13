// Lists recent changes of the account that its user should know about.
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import type { AccountEvent } from '@latchkey/client/facts.ts';
import { eventFacts, eventTitle } from '../../../copy/security-event-texts.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useServiceNow } from '../../ui/use-service-now.ts';

export function SecurityEvents({ events }: { readonly events: readonly AccountEvent[] }) {
  const { name: brand } = useLoaderContext().info.brand;
  const copy = useCopy();
  const now = useServiceNow();
  if (events.length === 0) return null;
  const { title, text } = copy.securityEvents;
  return (
    <Sheet title={title} below={<p className="small">{text}</p>}>
      <Rows>
        {events.map((event, index) => (
          <Row key={index} name={eventTitle(copy, event, brand)}>
            <p className="small">{eventFacts(copy, event, now)}</p>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}
