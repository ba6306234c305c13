// Recent changes of the account.
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { useSession } from '../client/session.ts';
import { useLanguage } from '../copy/language.ts';

export function Events() {
  const { events } = useSession().me;
  const { copy, formats } = useLanguage();
  const { owned } = copy;
  const names: Readonly<Record<string, string>> = owned.eventNames;
  // Changes that this page does not know are newer than the page.
  const known = events.filter(({ event }) => Object.hasOwn(names, event));
  if (known.length === 0) return null;
  return (
    <Sheet title={owned.events}>
      <Rows>
        {known.map(({ event, at, computer, by }, index) => (
          <Row key={index} name={names[event] ?? ''}>
            <p className="small">
              {[formats.dateTime(at), computer, by === 'seller' ? owned.bySeller : '']
                .filter((fact) => fact !== '')
                .join(' · ')}
            </p>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}
