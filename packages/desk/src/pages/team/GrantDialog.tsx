// Grants keys to a reseller or takes keys back, and shows the balance before and after.
import { useState } from 'react';
import type { KeyDuration } from '@latchkey/protocol/key-durations.ts';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useAsk } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import {
  amountParameters,
  amountsProblem,
  amountsText,
  filledAmounts,
  type Amounts,
  type Direction,
} from '../balance/amounts.ts';
import { AmountRows } from '../balance/AmountRows.tsx';
import { sortLevels, useLevels } from '../balance/levels.ts';
import { levelsOf, type AccountDialogProps } from './accounts.ts';

export function GrantDialog({ account, onLeave }: AccountDialogProps) {
  const language = useLanguage();
  const { grant, balance } = language.copy;
  const { username } = account;
  const levels = useLevels();
  const [level, setLevel] = useState('');
  const [direction, setDirection] = useState<Direction>('give');
  const [amounts, setAmounts] = useState<Amounts>({});
  const buckets = useAsk('fetchbalance', { username, limit: '1' }).data?.balances ?? [];
  const left = (duration: KeyDuration) =>
    Number(buckets.find((one) => one.level === level && one.duration === duration)?.left ?? 0);
  const problem = amountsProblem(language, amounts, direction, left);
  const filled = filledAmounts(amounts);
  const keys = amountsText(language, amounts);
  const isGiven = direction === 'give';
  const named = isGiven ? grant.giveSubmit(keys) : grant.takeSubmit(keys);
  const unnamed = isGiven ? grant.give : grant.take;
  const offered = sortLevels([
    ...levelsOf(account),
    // Levels that the reseller no longer sells may have keys left to take back.
    ...buckets.map((one) => one.level).filter((one) => one !== ''),
  ]);
  return (
    <ChangeDialog
      type="setbalance"
      parameters={{
        username,
        level: level === '' ? undefined : level,
        ...amountParameters(amounts, direction),
      }}
      title={grant.title(username)}
      text={grant.text}
      submit={filled.length === 0 ? unnamed : named}
      ready={problem === null && filled.length > 0}
      done={() => grant.done(username)}
      onLeave={onLeave}
    >
      <div className="grant-choice">
        <Segmented
          label={grant.direction}
          value={direction}
          onChange={setDirection}
          options={[
            { value: 'give', label: grant.give },
            { value: 'take', label: grant.take },
          ]}
        />
        <Select
          label={grant.level}
          hidesLabel
          value={level}
          onChange={(event) => setLevel(event.target.value)}
        >
          <option value="">{balance.anyLevel}</option>
          {offered.map((one) => (
            <option key={one} value={one}>
              {levels.text(one)}
            </option>
          ))}
        </Select>
      </div>
      <AmountRows amounts={amounts} onChange={setAmounts} present={{ direction, left }} />
      <p className="error" role="alert">
        {problem}
      </p>
    </ChangeDialog>
  );
}
