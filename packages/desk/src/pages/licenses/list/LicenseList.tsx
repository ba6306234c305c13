// The list of licenses: search, filters, selection, bulk changes and the download.
import { minSecretSearch } from '@latchkey/protocol/limits.ts';
import { bareKey } from '@latchkey/protocol/typed-text.ts';
import { KeyRound, SearchX } from 'lucide';
import { useMemo, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Pager } from '@latchkey/kit/Pager.tsx';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import { useCopy, useFormats, useLanguage } from '../../../copy/language.ts';
import { LoadFailed } from '../../../layout/LoadFailed.tsx';
import { CsvDownload } from '../../../parts/CsvDownload.tsx';
import { Page } from '../../../parts/Page.tsx';
import { useSettled } from '../../../parts/use-settled.ts';
import { hrefOf } from '../../../router/location.ts';
import { useQueryTexts } from '../../../router/query.ts';
import { useApplication, useMay } from '../../../session/application.ts';
import { csvColumns } from '../license.ts';
import { makingPlace } from '../places.ts';
import { usePlans } from '../use-plans.ts';
import { BulkMenu } from './BulkMenu.tsx';
import { filtersIn, hasFilters, listParameters, noFilters } from './filters.ts';
import { LicenseFilters } from './LicenseFilters.tsx';
import { LicenseTable } from './LicenseTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useLicenses, type Licenses } from './use-licenses.ts';

const nothing: ReadonlySet<string> = new Set();

export function LicenseList() {
  const copy = useCopy();
  const { licenses } = copy;
  const { name, role } = useApplication();
  const { plans } = usePlans();
  const mayChangeAll = useMay('all');
  const [query, change] = useQueryTexts();
  const filters = filtersIn(query);
  const list = useFiltered(query);
  const [selected, setSelected] = useState(nothing);
  // Rows that a change removed leave the selection, too.
  const chosen = new Set(list.rows.map(({ key }) => key).filter((key) => selected.has(key)));
  return (
    <Page title={licenses.title} actions={<Actions />}>
      <Toolbar
        end={
          <CsvDownload
            label={licenses.csv.label}
            fileName={`${licenses.csv.file}-${name}`}
            columns={csvColumns(copy, plans)}
            read={list.readAll}
            progress={licenses.csv.reading}
          />
        }
      >
        <LicenseFilters {...{ filters, plans, change }} hidesCreator={role === 'reseller'} />
      </Toolbar>
      {chosen.size > 0 && <SelectionBar keys={chosen} clear={() => setSelected(nothing)} />}
      {list.error === null ? (
        <LicenseTable
          rows={list.rows}
          waiting={list.isPending || list.isStale}
          selection={mayChangeAll ? { selected: chosen, onChange: setSelected } : undefined}
          empty={
            <Nothing
              isFiltered={hasFilters(filters)}
              text={filters.text}
              reset={() => change(noFilters)}
            />
          }
        />
      ) : (
        <LoadFailed error={list.error} retry={list.retry} />
      )}
      <Foot list={list} />
    </Page>
  );
}

/** Reads the list for the query of the address, after a pause in typing. */
function useFiltered(query: Readonly<Record<string, string>>): Licenses {
  const [nowMs] = useState(() => Date.now());
  const { text, creator, state, level, period } = filtersIn(query);
  const settledText = useSettled(text.trim());
  const settledCreator = useSettled(creator);
  const parameters = useMemo(
    () => listParameters({ text: '', creator: settledCreator, state, level, period }, nowMs),
    [settledCreator, state, level, period, nowMs],
  );
  return useLicenses(settledText, parameters);
}

function Actions() {
  const { licenses } = useCopy();
  const { name, role } = useApplication();
  const maySell = useMay('sell');
  const mayChangeAll = useMay('all');
  return (
    <>
      {mayChangeAll && <BulkMenu />}
      {(maySell || role === 'reseller') && (
        <ButtonLink kind="filled" href={hrefOf(name, ...makingPlace)}>
          {licenses.make}
        </ButtonLink>
      )}
    </>
  );
}

interface NothingProps {
  readonly isFiltered: boolean;
  readonly text: string;
  readonly reset: () => void;
}

function Nothing({ isFiltered, text, reset }: NothingProps) {
  const { list } = useCopy().licenses;
  const isTooShort = text !== '' && bareKey(text).length < minSecretSearch;
  if (!isFiltered) return <Empty icon={KeyRound} title={list.empty} text={list.emptyText} />;
  return (
    <Empty
      icon={SearchX}
      title={list.nothing}
      text={isTooShort ? list.tooShort : list.nothingText}
      action={
        <Button kind="outlined" onClick={reset}>
          {list.resetFilters}
        </Button>
      }
    />
  );
}

function Foot({ list }: { readonly list: Licenses }) {
  const { licenses, frame } = useLanguage().copy;
  const { number } = useFormats();
  if (list.rows.length === 0) return null;
  const count = number(list.rows.length);
  const texts = {
    'first-matches': licenses.list.firstMatches(count),
    'newest-searched': licenses.list.newestSearched(number(10_000)),
  };
  return (
    <Pager
      count={
        list.limit === null ? licenses.list.shown(count, list.showMore === null) : texts[list.limit]
      }
      moreLabel={frame.showMore}
      onMore={list.showMore}
      waiting={list.isReadingMore}
    />
  );
}
