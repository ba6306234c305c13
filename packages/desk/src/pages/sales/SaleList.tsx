// The list of orders: search, the filter for those that need attention, and a download.
import { CircleCheck, SearchX, ShoppingCart } from 'lucide';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { SearchField } from '@latchkey/kit/SearchField.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import { useList, useReadAll } from '../../client/list.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { CsvDownload } from '../../parts/CsvDownload.tsx';
import { ListTable } from '../../parts/ListTable.tsx';
import { Page } from '../../parts/Page.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { hrefOf } from '../../router/location.ts';
import { useQueryTexts } from '../../router/query.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { csvColumns, saleHref } from './sale.ts';
import { useSaleColumns } from './sale-columns.tsx';

export function SaleList() {
  const { sales } = useCopy();
  const { name } = useApplication();
  const mayChange = useMay('all');
  const [{ text = '', attention = '' }, changeQuery] = useQueryTexts();
  const searched = useSettled(text.trim());
  const filters = { text: searched || undefined, attention: attention || undefined };
  const list = useList('fetchsales', filters);
  const columns = useSaleColumns();
  return (
    <Page title={sales.title} {...(!mayChange && { description: sales.readOnly })}>
      <Toolbar end={<SaleCsv filters={filters} />}>
        <SearchField
          label={sales.search}
          clearLabel={sales.clear}
          placeholder={sales.searchHint}
          value={text}
          onChange={(typed) => changeQuery({ text: typed })}
        />
        <Segmented
          label={sales.show}
          value={attention}
          onChange={(shown) => changeQuery({ attention: shown })}
          options={[
            { value: '', label: sales.all },
            { value: '1', label: sales.inNeed },
          ]}
        />
      </Toolbar>
      <ListTable
        list={list}
        caption={sales.title}
        rowKey={({ order }) => order}
        href={({ order }) => saleHref(name, order)}
        columns={columns}
        empty={<NoSales isSearched={searched !== ''} isFiltered={attention !== ''} />}
      />
    </Page>
  );
}

interface NoSalesProps {
  readonly isSearched: boolean;
  readonly isFiltered: boolean;
}

function NoSales({ isSearched, isFiltered }: NoSalesProps) {
  const { sales } = useCopy();
  const { name } = useApplication();
  const mayChange = useMay('all');
  if (isSearched) return <Empty icon={SearchX} title={sales.noMatch} text={sales.noMatchText} />;
  if (isFiltered) return <Empty icon={CircleCheck} title={sales.allDone} />;
  return (
    <Empty
      icon={ShoppingCart}
      title={sales.empty}
      text={mayChange ? sales.emptyText : sales.emptyTextReader}
      action={
        mayChange && (
          <ButtonLink kind="filled" href={hrefOf(name, 'shops')}>
            {sales.toShops}
          </ButtonLink>
        )
      }
    />
  );
}

interface SaleCsvProps {
  readonly filters: { readonly text: string | undefined; readonly attention: string | undefined };
}

function SaleCsv({ filters }: SaleCsvProps) {
  const { copy, formats } = useLanguage();
  const { sales } = copy;
  const readAll = useReadAll('fetchsales');
  return (
    <CsvDownload
      label={sales.csv}
      fileName={sales.csvFile}
      columns={csvColumns(copy, formats)}
      read={(onRows) => readAll(filters, onRows)}
      progress={sales.csvProgress}
    />
  );
}
