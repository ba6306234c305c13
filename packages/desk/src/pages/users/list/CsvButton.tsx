// Downloads all users that match the filters, as CSV.
import { useReadAll, type RowOf } from '../../../client/list.ts';
import { useCopy } from '../../../copy/language.ts';
import { CsvDownload } from '../../../parts/CsvDownload.tsx';
import type { CsvColumn } from '../../../parts/download-csv.ts';
import { parametersOf, type Filters } from './filters.ts';

export function CsvButton({ filters }: { readonly filters: Filters }) {
  const { users } = useCopy();
  const readAll = useReadAll('fetchallusers');
  const columns: readonly CsvColumn<RowOf<'fetchallusers'>>[] = [
    { header: users.name, value: ({ username }) => username },
    { header: users.state, value: ({ state }) => users.shortStates[state] },
    { header: users.reason, value: ({ banned }) => banned ?? '' },
    {
      header: users.plans,
      value: ({ subscriptions }) => subscriptions.map((one) => one.subscription).join(', '),
    },
    { header: users.ends, value: ({ expires }) => isoTime(expires) },
    { header: users.lastSeen, value: ({ lastlogin }) => isoTime(lastlogin ?? '') },
    { header: users.created, value: ({ createdate }) => isoTime(createdate) },
    { header: users.address, value: ({ ip }) => ip ?? '' },
  ];
  return (
    <CsvDownload
      label={users.csv}
      fileName={users.csvFile}
      columns={columns}
      read={(onRows) => readAll(parametersOf(filters), onRows)}
      progress={users.csvProgress}
    />
  );
}

/** Unix seconds in ISO 8601, or an empty text. */
function isoTime(at: string): string {
  return at === '' ? '' : new Date(Number(at) * 1000).toISOString();
}
