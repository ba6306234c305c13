// Checkboxes for the levels whose keys a reseller may make, or a field while there are no plans.
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../copy/language.ts';
import { sortLevels, useLevels } from '../balance/levels.ts';
import { Choices } from './Choices.tsx';

interface LevelsChoiceProps {
  readonly chosen: readonly string[];
  readonly error: string | null;
  readonly onChange: (chosen: readonly string[]) => void;
}

export function LevelsChoice({ chosen, error, onChange }: LevelsChoiceProps) {
  const { addPerson } = useCopy();
  const levels = useLevels();
  if (levels.known.length === 0)
    return (
      <Field
        label={addPerson.levelsField}
        hint={addPerson.levelsHint}
        inputMode="numeric"
        defaultValue={chosen.join(', ')}
        error={error}
        wrong={error !== null}
        onChange={(event) => onChange(event.target.value.match(/\d+/g) ?? [])}
      />
    );
  return (
    <Choices title={addPerson.levels} error={error}>
      {sortLevels([...levels.known, ...chosen]).map((level) => (
        <CheckBox
          key={level}
          label={levels.text(level)}
          checked={chosen.includes(level)}
          onChange={(adds) =>
            onChange(adds ? sortLevels([...chosen, level]) : chosen.filter((one) => one !== level))
          }
        />
      ))}
    </Choices>
  );
}
