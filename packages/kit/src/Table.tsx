// Data table. In narrow containers each row is a card with the column labels beside the values.
import type { ReactNode } from 'react';
import { CheckBox } from './CheckBox.tsx';
import { ColumnHead } from './ColumnHead.tsx';
import { RowLink, type RowLinkProps } from './RowLink.tsx';
import { Skeleton } from './Skeleton.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** Hides the header visually, for a column of buttons or menus. */
  readonly hidesHeader?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns the column at its end. */
  readonly numeric?: boolean;
  /** The direction in which the rows are sorted by this column. Requires `onSort`. */
  readonly sort?: 'asc' | 'desc' | null;
  readonly onSort?: () => void;
  /** Hides the column in containers below 760 px, but not in cards. */
  readonly secondary?: boolean;
}

export interface Selection<Row> {
  /** Keys of rows. */
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** Accessible name of the checkbox of a row. */
  readonly label: (row: Row) => string;
  /** Accessible name of the checkbox that selects all shown rows. */
  readonly allLabel: string;
}

export interface TableProps<Row> {
  /** Accessible name. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The address of a row, or null. Its link is in the first cell and covers the row. */
  readonly href?: (row: Row) => string | null;
  /** Called on a plain click on a row. Other clicks, such as Ctrl+click, follow `href`. */
  readonly onOpen?: (row: Row) => void;
  readonly selection?: Selection<Row>;
  /** Dims the rows, or shows placeholders if there are none. */
  readonly waiting?: boolean;
  /** Shown instead of the table if there are no rows. */
  readonly empty: ReactNode;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, selection, waiting = false } = props;
  if (rows.length === 0 && !waiting) return <div className="table-frame">{props.empty}</div>;
  return (
    <div className="table-frame">
      <table className="table" aria-busy={waiting || undefined}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className="pick">
                <SelectAll {...props} selection={selection} />
              </th>
            )}
            {columns.map(({ key, ...column }) => (
              <ColumnHead key={key} {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <Placeholders columns={columns} selectable={selection !== undefined} />
          ) : (
            rows.map((row) => <TableRow key={props.rowKey(row)} {...props} row={row} />)
          )}
        </tbody>
      </table>
    </div>
  );
}

interface SelectAllProps<Row> extends TableProps<Row> {
  readonly selection: Selection<Row>;
}

/** Leaves the selection of rows that are not shown unchanged. */
function SelectAll<Row>({ rows, rowKey, selection }: SelectAllProps<Row>) {
  const { selected, allLabel, onChange } = selection;
  const shown = rows.map(rowKey);
  const count = shown.filter((key) => selected.has(key)).length;
  const isFull = count > 0 && count === shown.length;
  return (
    <CheckBox
      label={allLabel}
      hidesLabel
      checked={isFull}
      mixed={count > 0 && !isFull}
      onChange={() => onChange(toggled(selected, shown, !isFull))}
    />
  );
}

function toggled(selected: ReadonlySet<string>, keys: readonly string[], adds: boolean) {
  const changed = new Set(selected);
  for (const key of keys)
    if (adds) changed.add(key);
    else changed.delete(key);
  return changed;
}

interface TableRowProps<Row> extends TableProps<Row> {
  readonly row: Row;
}

function TableRow<Row>({ row, columns, rowKey, href, onOpen, selection }: TableRowProps<Row>) {
  const key = rowKey(row);
  const address = href?.(row) ?? null;
  const link: Omit<RowLinkProps, 'children'> = {
    ...(address === null ? {} : { href: address }),
    ...(onOpen === undefined ? {} : { onOpen: () => onOpen(row) }),
  };
  return (
    <tr>
      {selection !== undefined && (
        <td className="pick">
          <CheckBox
            label={selection.label(row)}
            hidesLabel
            checked={selection.selected.has(key)}
            onChange={(adds) => selection.onChange(toggled(selection.selected, [key], adds))}
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.key}
          className={classOf(column)}
          data-label={at === 0 || column.hidesHeader === true ? undefined : column.header}
        >
          <div className="value">
            {at === 0 ? <RowLink {...link}>{column.cell(row)}</RowLink> : column.cell(row)}
          </div>
        </td>
      ))}
    </tr>
  );
}

function classOf({ numeric, secondary, hidesHeader }: Column<never>): string | undefined {
  const names = [
    numeric === true ? 'numeric' : '',
    secondary === true ? 'secondary' : '',
    hidesHeader === true ? 'actions' : '',
  ];
  return names.filter((name) => name !== '').join(' ') || undefined;
}

interface PlaceholdersProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly selectable: boolean;
}

function Placeholders<Row>({ columns, selectable }: PlaceholdersProps<Row>) {
  return [70, 55, 80, 60, 75].map((percent) => (
    <tr key={percent} aria-hidden="true">
      {selectable && <td className="pick" />}
      {columns.map((column) => (
        <td key={column.key} className={classOf(column)}>
          <Skeleton width={`${String(percent)}%`} />
        </td>
      ))}
    </tr>
  ));
}
