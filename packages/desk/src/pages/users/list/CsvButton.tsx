// Downloads all users that match the filters, as CSV.
import { Download } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { failureOf } from '../../../client/failure.ts';
import { failureText } from '../../../client/failure-text.ts';
import { useReadAll, type RowOf } from '../../../client/list.ts';
import { useLanguage } from '../../../copy/language.ts';
import { useAnnounce } from '../../../parts/Announcements.tsx';
import { csvText, saveCsv, type CsvColumn } from '../../../parts/download-csv.ts';
import { parametersOf, type Filters } from './filters.ts';

type User = RowOf<'fetchallusers'>;

export function CsvButton({ filters }: { readonly filters: Filters }) {
  const language = useLanguage();
  const { users } = language.copy;
  const readAll = useReadAll('fetchallusers');
  const announce = useAnnounce();
  const [rows, setRows] = useState<number | null>(null);
  const columns: readonly CsvColumn<User>[] = [
    { header: users.name, value: ({ username }) => username },
    { header: users.banned, value: ({ banned }) => banned ?? '' },
    {
      header: users.plans,
      value: ({ subscriptions }) => subscriptions.map((one) => one.subscription).join(', '),
    },
    { header: users.ends, value: ({ expires }) => isoTime(expires) },
    { header: users.lastSeen, value: ({ lastlogin }) => isoTime(lastlogin ?? '') },
    { header: users.created, value: ({ createdate }) => isoTime(createdate) },
    { header: users.address, value: ({ ip }) => ip ?? '' },
  ];
  const download = async () => {
    if (rows !== null) return;
    setRows(0);
    try {
      saveCsv(users.csvFile, csvText(await readAll(parametersOf(filters), setRows), columns));
    } catch (error) {
      announce(failureText(language, failureOf(error)));
    }
    setRows(null);
  };
  return (
    <Button
      kind="outlined"
      icon={Download}
      wait={rows === null ? 'none' : 'spinner'}
      busyLabel={users.csvBusy(language.formats.number(rows ?? 0))}
      onClick={() => void download()}
    >
      {users.csv}
    </Button>
  );
}

/** Unix seconds in ISO 8601, or an empty text. */
function isoTime(at: string): string {
  return at === '' ? '' : new Date(Number(at) * 1000).toISOString();
}
