// The computers of the user: rename them, or remove one that is gone.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { numberSameNames } from '@latchkey/protocol/same-names.ts';
import type { Me } from '../client/page.ts';
import { useSession } from '../client/session.ts';
import { useLanguage } from '../copy/language.ts';
import { RemoveComputer } from './RemoveComputer.tsx';
import { RenameComputer } from './RenameComputer.tsx';

type Owned = NonNullable<Me['computers']>;
export type Computer = Owned['list'][number];

export function Computers() {
  const { computers } = useSession().me;
  const { owned } = useLanguage().copy;
  if (computers === undefined) return null;
  const { list, allowed } = computers;
  const names = numberSameNames(list.map(({ name }) => (name === '' ? owned.unnamed : name)));
  return (
    <Sheet
      title={owned.computers}
      below={<p className="small">{owned.computersUsed(String(list.length), String(allowed))}</p>}
    >
      {list.length === 0 ? (
        <SheetPart>
          <p className="small">{owned.noComputers}</p>
        </SheetPart>
      ) : (
        <Rows>
          {list.map((computer, index) => (
            <ComputerRow
              key={computer.id}
              computer={computer}
              name={names[index] ?? ''}
              resets={computers.resets}
            />
          ))}
        </Rows>
      )}
      <Limits {...computers} />
    </Sheet>
  );
}

/** When the next computer can be removed, and when places of removed ones are free. */
function Limits({ held, resets }: Owned) {
  const { copy, formats } = useLanguage();
  const { owned } = copy;
  if (held.length === 0 && resets === undefined) return null;
  return (
    <SheetPart>
      {held.map((until, index) => (
        <p className="small" key={index}>
          {owned.heldUntil(formats.dateTime(until))}
        </p>
      ))}
      {resets !== undefined && (
        <p className="small">
          {resets.left === 0 && resets.next !== null
            ? owned.resetsNext(formats.date(resets.next))
            : owned.resetsLeft(resets.left)}
        </p>
      )}
    </SheetPart>
  );
}

interface ComputerRowProps {
  readonly computer: Computer;
  /** Differs from those of the other computers. */
  readonly name: string;
  readonly resets: Owned['resets'];
}

function ComputerRow({ computer, name, resets }: ComputerRowProps) {
  const { copy, formats } = useLanguage();
  const { owned } = copy;
  const [change, setChange] = useState<'rename' | 'remove' | null>(null);
  const { system, lastSeen, until } = computer;
  const facts = [system, lastSeen === null ? '' : owned.lastUsed(formats.date(lastSeen))];
  return (
    <Row name={name}>
      <p className="small">{facts.filter((fact) => fact !== '').join(' · ')}</p>
      {until !== undefined && (
        <p className="small">{owned.offlineUntil(formats.dateTime(until))}</p>
      )}
      {resets !== undefined && (
        <div className="row-tools">
          <Button kind="quiet" label={owned.renameOf(name)} onClick={() => setChange('rename')}>
            {owned.rename}
          </Button>
          {resets.left > 0 && (
            <Button
              kind="quiet"
              danger
              label={owned.removeOf(name)}
              onClick={() => setChange('remove')}
            >
              {owned.remove}
            </Button>
          )}
        </div>
      )}
      {change === 'rename' && (
        <RenameComputer computer={computer} onLeave={() => setChange(null)} />
      )}
      {change === 'remove' && (
        <RemoveComputer computer={computer} name={name} onLeave={() => setChange(null)} />
      )}
    </Row>
  );
}
