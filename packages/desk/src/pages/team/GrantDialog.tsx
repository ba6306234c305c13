// Grants keys to a reseller or takes keys back, and shows the balance before and after.
import { useState } from 'react';
import type { KeyDuration } from '@latchkey/protocol/key-durations.ts';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useAsk } from '../../client/seller.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
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
import { levelsOf, type Account } from './accounts.ts';

interface GrantDialogProps {
  readonly account: Account;
  readonly onLeave: () => void;
}

export function GrantDialog({ account, onLeave }: GrantDialogProps) {
  const language = useLanguage();
  const { grant } = language.copy;
  const { username } = account;
  const [level, setLevel] = useState('');
  const [direction, setDirection] = useState<Direction>('give');
  const [isTried, setTried] = useState(false);
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
      onNotReady={() => setTried(true)}
      done={() => grant.done(username)}
      onLeave={onLeave}
    >
      <GrantChoice
        direction={direction}
        onDirection={setDirection}
        level={level}
        onLevel={setLevel}
        // Levels that the reseller no longer sells may have keys left to take back.
        offered={sortLevels([...levelsOf(account), ...buckets.map((one) => one.level)])}
      />
      <AmountRows amounts={amounts} onChange={setAmounts} present={{ direction, left }} />
      <p className="error" role="alert">
        {problem ?? (isTried && filled.length === 0 ? grant.nothing : null)}
      </p>
    </ChangeDialog>
  );
}

interface GrantChoiceProps {
  readonly direction: Direction;
  readonly onDirection: (direction: Direction) => void;
  readonly level: string;
  readonly onLevel: (level: string) => void;
  /** The empty one is each level of the account. */
  readonly offered: readonly string[];
}

function GrantChoice({ direction, onDirection, level, onLevel, offered }: GrantChoiceProps) {
  const { grant, balance } = useCopy();
  const levels = useLevels();
  return (
    <div className="grant-choice">
      <Segmented
        label={grant.direction}
        value={direction}
        onChange={onDirection}
        options={[
          { value: 'give', label: grant.give },
          { value: 'take', label: grant.take },
        ]}
      />
      <Select
        label={grant.level}
        hidesLabel
        value={level}
        onChange={(event) => onLevel(event.target.value)}
      >
        <option value="">{balance.anyLevel}</option>
        {offered
          .filter((one) => one !== '')
          .map((one) => (
            <option key={one} value={one}>
              {levels.text(one)}
            </option>
          ))}
      </Select>
    </div>
  );
}
