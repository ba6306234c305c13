// The account in the header: who is signed in, and what they can do about it.
import { useCopy } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { Menu, type MenuItem } from '../kit/Menu.tsx';
import { Sentence } from './Sentence.tsx';

export interface AccountMenuProps {
  readonly username: string;
  readonly items: readonly MenuItem[];
  /** Stands below them. */
  readonly foot: string;
}

export function AccountMenu({ username, items, foot }: AccountMenuProps) {
  const copy = useCopy().account;
  return (
    <Menu
      buttonLabel={fill(copy.button, { name: username })}
      label={copy.menu}
      items={items}
      head={<Sentence text={copy.signedInAs} name={username} />}
      foot={foot}
    >
      <span className="initials">{Array.from(username).slice(0, 2).join('').toUpperCase()}</span>
      <bdi className="account-name">{username}</bdi>
    </Menu>
  );
}
