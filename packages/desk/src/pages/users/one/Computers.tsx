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
import { computerMark, computerTitles } from './computer-title.ts';

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
        {(answer) => <ComputerList answer={answer} onChange={onChange} />}
      </Loaded>
    </Sheet>
  );
}

interface ComputerListProps extends Pick<ComputersProps, 'onChange'> {
  readonly answer: AnswerTo<'fetchcomputers'>;
}

function ComputerList({ answer: { computers, removed }, onChange }: ComputerListProps) {
  const { user: texts } = useCopy();
  const titles = computerTitles(computers, texts.unnamed);
  return (
    <>
      {computers.length === 0 && (
        <SheetPart>
          <p className="small">{texts.noComputers}</p>
        </SheetPart>
      )}
      {computers.length + removed.length > 0 && (
        <Rows>
          {computers.map((computer, index) => (
            <ComputerRow
              key={computer.id}
              computer={computer}
              title={titles[index] ?? computer.name}
              onChange={onChange}
            />
          ))}
          {removed.map((computer) => (
            <RemovedRow key={computer.id} computer={computer} />
          ))}
        </Rows>
      )}
    </>
  );
}

/** A removed computer whose offline pass still runs. */
function RemovedRow({ computer: { id, until, held } }: RemovedRowProps) {
  const { copy, formats } = useLanguage();
  const { user: texts } = copy;
  const time = formats.dateTime(until);
  return (
    <Row name={texts.removedComputer(computerMark(id))}>
      <p className="small">{held ? texts.seatHeld(time) : texts.seatFree(time)}</p>
    </Row>
  );
}

interface RemovedRowProps {
  readonly computer: AnswerTo<'fetchcomputers'>['removed'][number];
}

interface ComputerRowProps {
  readonly title: string;
  readonly computer: AnswerTo<'fetchcomputers'>['computers'][number];
  readonly onChange: (change: ChosenChange) => void;
}

function ComputerRow({ computer, title, onChange }: ComputerRowProps) {
  const { user: texts } = useCopy();
  const { formats } = useLanguage();
  const mayRemove = useMay('support');
  const nowMs = useNow(60_000);
  const { id, system, lastseen, until } = computer;
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
        {until !== null && ` · ${texts.offlineUntil(formats.dateTime(until))}`}
      </p>
    </Row>
  );
}
