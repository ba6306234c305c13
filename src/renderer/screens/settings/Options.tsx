// Options that the service stores in the account. A saved option shows the value that the service
// reports.
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { fill } from '../../../copy/sentences.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { OptionOffer, OptionValues, SavedOption } from '../../../shared/options.ts';
import { allows } from '../../../shared/phases.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { useAnnouncement } from '../../ui/use-live-region.ts';

export function Options() {
  return useLoaderContext().info.options.length === 0 ? null : <OptionsSheet />;
}

/** Reads the values as soon as the phase allows it, and again after the app has ended. */
function useValues() {
  const { bridge, session } = useLoaderContext();
  const readCommand = useCommand<OptionValues>();
  const [values, setValues] = useState<OptionValues | null>(null);
  const canRead = allows(session.phase, 'readOptions');
  const isUnsupported = session.unsupported.includes('options');
  const readNow = async () => {
    const answer = await readCommand.run(() => bridge.readOptions({}));
    if (answer?.ok === true) setValues(answer.value);
  };
  const readWhenPossible = useEffectEvent(() => void readNow());
  useEffect(() => {
    // Read in a microtask, so that the current render finishes first.
    if (canRead && !isUnsupported) queueMicrotask(readWhenPossible);
  }, [canRead, isUnsupported]);
  return { readCommand, values, setValues, canRead, isUnsupported, readNow };
}

function OptionsSheet() {
  const { info } = useLoaderContext();
  const { options: copy } = useCopy();
  const busyReason = useBusyReason();
  const { readCommand, values, setValues, canRead, isUnsupported, readNow } = useValues();
  const brand = info.brand.name;
  if (isUnsupported && readCommand.failure === null) return null;
  return (
    <Sheet
      title={copy.heading}
      below={
        <>
          <p className="small">{fill(copy.text, { brand })}</p>
          {!canRead && <p className="small">{busyReason}</p>}
          {canRead && values === null && readCommand.pending && (
            <p className="small">{copy.reading}</p>
          )}
          {readCommand.failure !== null && (
            <ReadFailure failure={readCommand.failure} again={() => void readNow()} />
          )}
        </>
      }
    >
      {canRead && values !== null && (
        <Rows>
          {info.options.map((option) => (
            <OptionRow
              key={option.name}
              option={option}
              current={values[option.name] ?? ''}
              onSaved={(value) => setValues({ ...values, [option.name]: value })}
            />
          ))}
        </Rows>
      )}
    </Sheet>
  );
}

function ReadFailure({
  failure,
  again,
}: {
  readonly failure: Failure;
  readonly again: () => void;
}) {
  const { options: copy } = useCopy();
  return (
    <>
      <FailureBox key={failure.reportId} failure={failure} operation="screen" />
      <Tools>
        <Button kind="quiet" onClick={again}>
          {copy.again}
        </Button>
      </Tools>
    </>
  );
}

interface OptionRowProps {
  readonly option: OptionOffer;
  /** The value that the service reported. */
  readonly current: string;
  readonly onSaved: (value: string) => void;
}

function useChoice({ option: { name }, current, onSaved }: OptionRowProps) {
  const { bridge } = useLoaderContext();
  const command = useCommand<SavedOption>();
  const [chosen, setChosen] = useState(current);
  const [saved, setSaved] = useState<SavedOption | null>(null);
  const choose = (value: string) => {
    setChosen(value);
    setSaved(null);
    command.clear();
  };
  const save = async () => {
    setSaved(null);
    const answer = await command.run(() =>
      bridge.saveOption({ name, value: chosen, before: current }),
    );
    if (answer?.ok !== true) return;
    setSaved(answer.value);
    setChosen(answer.value.value);
    onSaved(answer.value.value);
  };
  return { command, chosen, saved, choose, save };
}

function OptionRow(props: OptionRowProps) {
  const { label, values } = props.option;
  const { options: copy } = useCopy();
  const { command, chosen, saved, choose, save } = useChoice(props);
  const wait = useWait(command.pending);
  const id = useId();
  return (
    <Row>
      <div className="option">
        <label htmlFor={id}>
          <bdi>{label}</bdi>
        </label>
        <div className="choice">
          <select
            className="select"
            id={id}
            value={chosen}
            disabled={command.pending}
            onChange={({ currentTarget: { value } }) => choose(value)}
          >
            {values.map((value) => (
              <option key={value} value={value} dir="auto">
                {value}
              </option>
            ))}
          </select>
          <Button
            kind="outlined"
            label={fill(copy.saveOne, { label })}
            disabled={chosen === props.current}
            wait={wait}
            busyLabel={copy.saving}
            onClick={() => void save()}
          >
            {copy.save}
          </Button>
        </div>
      </div>
      {saved !== null && <Outcome saved={saved} />}
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="screen" />
      )}
    </Row>
  );
}

function Outcome({ saved: { outcome, value } }: { readonly saved: SavedOption }) {
  const { brand } = useLoaderContext().info;
  const { options: copy } = useCopy();
  const text =
    outcome === 'elsewhere'
      ? fill(copy.elsewhere, { value, brand: brand.name })
      : fill(outcome === 'saved' ? copy.saved : copy.lost, { value });
  useAnnouncement(text);
  return <p className={outcome === 'saved' ? 'small' : 'small doubt'}>{text}</p>;
}
