// A setting with a few choices.
import { SettingCard } from './SettingCard.tsx';

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  /** The language of the label, if it is not the window's. */
  readonly language?: string;
}

export interface SettingSelectProps<Value extends string> {
  readonly title: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly choose: (value: Value) => void;
}

export function SettingSelect<Value extends string>({
  title,
  value,
  choices,
  choose,
}: SettingSelectProps<Value>) {
  return (
    <SettingCard
      title={title}
      control={(labelledBy) => (
        <select
          className="select"
          aria-labelledby={labelledBy}
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = choices.find((choice) => choice.value === currentTarget.value);
            if (chosen !== undefined) choose(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} lang={choice.language}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    />
  );
}
