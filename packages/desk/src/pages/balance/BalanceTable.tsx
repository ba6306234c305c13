// What is left of a balance, by level and duration.
import { Wallet } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Table } from '@latchkey/kit/Table.tsx';
import type { AnswerTo } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';
import { durationText } from './durations.ts';
import { useLevels } from './levels.ts';

export type Bucket = AnswerTo<'fetchbalance'>['balances'][number];

interface BalanceTableProps {
  readonly balances: readonly Bucket[];
  readonly waiting: boolean;
  /** The seller sees another text than the reseller. */
  readonly ownBalance: boolean;
}

export function BalanceTable({ balances, waiting, ownBalance }: BalanceTableProps) {
  const language = useLanguage();
  const { balance } = language.copy;
  const { number } = language.formats;
  const levels = useLevels();
  return (
    <Table
      caption={balance.left}
      rows={balances}
      waiting={waiting}
      rowKey={({ level, duration }) => `${level} ${duration}`}
      columns={[
        {
          key: 'duration',
          header: balance.duration,
          cell: ({ duration }) => (
            <span className="capital">{durationText(language, duration)}</span>
          ),
        },
        {
          key: 'level',
          header: balance.level,
          cell: ({ level }) => (level === '' ? balance.anyLevel : levels.text(level)),
        },
        {
          key: 'granted',
          header: balance.granted,
          numeric: true,
          cell: ({ granted }) => number(granted),
        },
        { key: 'made', header: balance.made, numeric: true, cell: ({ used }) => number(used) },
        {
          key: 'left',
          header: balance.rest,
          numeric: true,
          cell: ({ left }) => <strong>{number(left)}</strong>,
        },
      ]}
      empty={
        <Empty
          icon={Wallet}
          title={ownBalance ? balance.empty : balance.emptySeller}
          text={ownBalance ? balance.emptyText : balance.emptySellerText}
        />
      }
    />
  );
}
