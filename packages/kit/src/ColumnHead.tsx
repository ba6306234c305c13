// Header cell of a table column, with a button if the column can be sorted.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide';
import { Icon } from './Icon.tsx';

export interface ColumnHeadProps {
  readonly header: string;
  readonly hidesHeader?: boolean;
  readonly numeric?: boolean;
  readonly secondary?: boolean;
  readonly sort?: 'asc' | 'desc' | null;
  readonly onSort?: () => void;
}

const directions = {
  asc: { name: 'ascending', icon: ArrowUp },
  desc: { name: 'descending', icon: ArrowDown },
  none: { name: 'none', icon: ChevronsUpDown },
} as const;

export function ColumnHead({ header, hidesHeader, numeric, secondary, ...rest }: ColumnHeadProps) {
  const { sort, onSort } = rest;
  const { name, icon } = directions[sort ?? 'none'];
  const classes = [numeric === true ? 'numeric' : '', secondary === true ? 'secondary' : ''];
  return (
    <th
      scope="col"
      className={classes.join(' ').trim() || undefined}
      aria-sort={onSort === undefined ? undefined : name}
    >
      {onSort === undefined ? (
        <span className={hidesHeader === true ? 'unseen' : undefined}>{header}</span>
      ) : (
        <button type="button" className="sort" onClick={onSort}>
          {header}
          <Icon icon={icon} size={14} />
        </button>
      )}
    </th>
  );
}
