// Mask and characters of new keys, with the warning about keys that can be guessed.
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { useApplication } from '../../../session/application.ts';
import { bitsOf, charactersChoices, isWeak, type Fault } from './choice.ts';
import type { FieldsProps } from './MakeForm.tsx';

export function FormatFields({ choice, change, shownFaults }: FieldsProps) {
  const { making } = useCopy().licenses;
  const { number } = useFormats();
  const isReseller = useApplication().role === 'reseller';
  const texts: readonly (readonly [Fault, string])[] = [
    ['mask-empty', making.maskEmpty],
    ['mask-long', making.maskLong],
    ['mask-comma', making.maskComma],
    ['mask-one', making.maskOne],
    ['mask-weak', isReseller ? making.maskWeakReseller : making.maskWeak(number(bitsOf(choice)))],
  ];
  const error = texts.find(([fault]) => shownFaults.has(fault))?.[1] ?? null;
  return (
    <details className="make-format">
      <summary>{making.format}</summary>
      <Field
        label={making.mask}
        className="mono"
        autoComplete="off"
        value={choice.mask}
        wrong={error !== null}
        error={error}
        {...(error === null && { hint: making.maskHint })}
        onChange={(event) => change({ ...choice, mask: event.target.value, allowsWeak: false })}
      />
      {isWeak(choice) && !isReseller && choice.mask.trim() !== '' && (
        <CheckBox
          label={making.makeWeak}
          checked={choice.allowsWeak}
          onChange={(allowsWeak) => change({ ...choice, allowsWeak })}
        />
      )}
      <Select
        label={making.characters}
        value={choice.characters}
        onChange={(event) => {
          const characters = charactersChoices.find((one) => one === event.target.value);
          if (characters !== undefined) change({ ...choice, characters });
        }}
      >
        {charactersChoices.map((one) => (
          <option key={one} value={one}>
            {making.charactersOf[one]}
          </option>
        ))}
      </Select>
    </details>
  );
}
