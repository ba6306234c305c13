// The computers of a user, which the seller can remove one by one.
import { Button } from '@latchkey/kit/Button.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useAsk, type AnswerTo } from '../../../client/seller.ts';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { useMay } from '../../../session/application.ts';
import type { ChosenChange } from '../changes.ts';
import { computerTitle } from './computer-title.ts';

interface ComputersProps {
  readonly user: string;
  readonly onChange: (change: ChosenChange) => void;
}

export function Computers({ user, onChange }: ComputersProps) {
  const { copy, formats } = useLanguage();
  const { user: texts } = copy;
  const query = useAsk('fetchcomputers', { user });
  const { computers, allowed = null } = query.data ?? {};
  return (
    <Sheet
      title={texts.computers}
      {...(computers !== undefined &&
        allowed !== null && {
          mark: (
            <span className="small">
              {texts.computersOf(formats.number(computers.length), formats.number(allowed))}
            </span>
          ),
        })}
    >
      <Loaded query={query}>
        {(answer) =>
          answer.computers.length === 0 ? (
            <SheetPart>
              <p className="small">{texts.noComputers}</p>
            </SheetPart>
          ) : (
            <Rows>
              {answer.computers.map((computer) => (
                <ComputerRow key={computer.id} computer={computer} onChange={onChange} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Sheet>
  );
}

interface ComputerRowProps {
  readonly computer: AnswerTo<'fetchcomputers'>['computers'][number];
  readonly onChange: (change: ChosenChange) => void;
}

function ComputerRow({ computer, onChange }: ComputerRowProps) {
  const { user: texts } = useCopy();
  const { formats } = useLanguage();
  const mayRemove = useMay('support');
  const nowMs = useNow(60_000);
  const { id, system, lastseen } = computer;
  const title = computerTitle(computer, texts.unnamed);
  const seen = lastseen === null ? texts.neverSeen : texts.seen(formats.relative(lastseen, nowMs));
  return (
    <Row
      name={title}
      {...(mayRemove && {
        tool: (
          <Button
            kind="outlined"
            label={texts.removeNamed(title)}
            onClick={() => onChange({ name: 'removeComputer', computer: id })}
          >
            {texts.remove}
          </Button>
        ),
      })}
    >
      <p className="small">
        {system !== '' && (
          <>
            <bdi>{system}</bdi>
            {' · '}
          </>
        )}
        {seen}
      </p>
    </Row>
  );
}
