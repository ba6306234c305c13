// Menu with the actions of a row, at the end of the row.
import { Ellipsis } from 'lucide';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { Menu, type MenuProps } from '@latchkey/kit/Menu.tsx';

export function RowMenu({ label, items }: Pick<MenuProps, 'label' | 'items'>) {
  return (
    <div className="row-menu">
      <Menu buttonLabel={label} label={label} items={items}>
        <Icon icon={Ellipsis} size={18} />
      </Menu>
    </div>
  );
}
