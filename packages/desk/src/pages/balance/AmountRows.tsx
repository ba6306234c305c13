// Rows of durations with a field for keys each, beside how many there are before and after.
import { durationNames, type KeyDuration } from '@latchkey/protocol/key-durations.ts';
import { useLanguage } from '../../copy/language.ts';
import { amountOf, type Amounts, type Direction } from './amounts.ts';
import { durationText } from './durations.ts';

interface AmountRowsProps {
  readonly amounts: Amounts;
  readonly onChange: (amounts: Amounts) => void;
  /** Null for a new account, which has no keys yet. */
  readonly present: {
    readonly direction: Direction;
    readonly left: (duration: KeyDuration) => number;
  } | null;
}

export function AmountRows({ amounts, onChange, present }: AmountRowsProps) {
  const language = useLanguage();
  const { balance, grant } = language.copy;
  const { number } = language.formats;
  return (
    <table className="amounts">
      <thead>
        <tr>
          <th scope="col">{balance.duration}</th>
          {present !== null && <th scope="col">{grant.now}</th>}
          <th scope="col">{balance.change}</th>
          {present !== null && <th scope="col">{grant.after}</th>}
        </tr>
      </thead>
      <tbody>
        {durationNames.map((duration) => {
          const name = durationText(language, duration);
          const now = present?.left(duration) ?? 0;
          const amount = amountOf(amounts[duration]) ?? 0;
          const after = present?.direction === 'take' ? now - amount : now + amount;
          return (
            <tr key={duration}>
              <th scope="row">
                <span className="capital">{name}</span>
              </th>
              {present !== null && <td>{number(now)}</td>}
              <td>
                <span className="box">
                  <input
                    inputMode="numeric"
                    autoComplete="off"
                    placeholder="0"
                    aria-label={grant.amount(name)}
                    value={amounts[duration] ?? ''}
                    onChange={(event) => onChange({ ...amounts, [duration]: event.target.value })}
                  />
                </span>
              </td>
              {present !== null && (
                <td className={amount === 0 ? undefined : 'changed'}>{number(after)}</td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
