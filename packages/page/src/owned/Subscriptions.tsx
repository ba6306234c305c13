// The subscriptions of the user, with their ends.
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import type { Me } from '../client/page.ts';
import { useSession } from '../client/session.ts';
import { useLanguage } from '../copy/language.ts';

const tones = { running: 'good', paused: 'warning', ended: 'neutral' } as const;

export function Subscriptions() {
  const { me, renew } = useSession();
  const { copy, formats } = useLanguage();
  const { owned } = copy;
  const textOf = ({ state, until }: Me['subscriptions'][number]) => {
    if (state === 'paused') return owned.pausedText;
    if (until === null) return '';
    return state === 'running'
      ? owned.until(formats.date(until))
      : owned.ended(formats.date(until));
  };
  return (
    <Sheet title={owned.subscriptions}>
      {me.subscriptions.length === 0 ? (
        <SheetPart>
          <p className="small">{owned.noSubscription}</p>
        </SheetPart>
      ) : (
        <Rows>
          {me.subscriptions.map((one) => (
            <Row
              key={one.name}
              name={one.name}
              mark={<Chip tone={tones[one.state]}>{owned.states[one.state]}</Chip>}
            >
              <p className="small">{textOf(one)}</p>
            </Row>
          ))}
        </Rows>
      )}
      {renew !== null && (
        <SheetPart>
          <p>
            <ButtonLink kind="outlined" href={renew}>
              {owned.renew}
            </ButtonLink>
          </p>
        </SheetPart>
      )}
    </Sheet>
  );
}
