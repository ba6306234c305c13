// How many keys of each duration and level a reseller can make now.
import { durationNames } from '@latchkey/protocol/key-durations.ts';
import { Table } from '@latchkey/kit/Table.tsx';
import { useLanguage } from '../../copy/language.ts';
import { useApplication } from '../../session/application.ts';
import type { Bucket } from './BalanceTable.tsx';
import { durationText } from './durations.ts';
import { sortLevels, useLevels } from './levels.ts';
import { makeableKeys } from './makeable.ts';
import { Part } from './Part.tsx';

/** Draws nothing for one level, whose balance says the same. */
export function MakeableKeys({ balances }: { readonly balances: readonly Bucket[] }) {
  const language = useLanguage();
  const { balance } = language.copy;
  const { levels: own } = useApplication();
  const levels = useLevels();
  const rows = durationNames.filter((duration) =>
    own.some((level) => makeableKeys(balances, level, duration) > 0),
  );
  if (own.length < 2 || rows.length === 0) return null;
  return (
    <Part title={balance.canMake} text={balance.canMakeText}>
      <Table
        caption={balance.canMake}
        rows={rows}
        rowKey={(duration) => duration}
        columns={[
          {
            key: 'duration',
            header: balance.duration,
            cell: (duration) => <span className="capital">{durationText(language, duration)}</span>,
          },
          ...sortLevels(own).map((level) => ({
            key: level,
            header: levels.text(level),
            numeric: true,
            cell: (duration: (typeof rows)[number]) =>
              language.formats.number(makeableKeys(balances, level, duration)),
          })),
        ]}
        empty={null}
      />
    </Part>
  );
}
