// The account in the header: who is signed in, and what they can do about it. A menu as the keyboard expects it: arrows
// move, Escape and Tab close, focus returns to the button.
import { ChevronDown } from 'lucide';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { Sentence } from './Sentence.tsx';
import { Icon } from './Icon.tsx';

export interface MenuItem {
  readonly label: string;
  /** Why it cannot be used right now; null when it can. */
  readonly offBecause: string | null;
  readonly choose: () => void;
}

export interface AccountMenuProps {
  readonly username: string;
  readonly items: readonly MenuItem[];
  /** Stands below them. */
  readonly foot: string;
}

export function AccountMenu({ username, items, foot }: AccountMenuProps) {
  const copy = useCopy().account;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && whole.current?.contains(event.target) !== true)
        setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);

  return (
    <div className="account" ref={whole}>
      <button
        type="button"
        className="account-button"
        ref={button}
        aria-label={fill(copy.button, { name: username })}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span className="initials" aria-hidden="true">
          {Array.from(username).slice(0, 2).join('').toUpperCase()}
        </span>
        <bdi className="account-name">{username}</bdi>
        <Icon icon={ChevronDown} size={16} />
      </button>
      {open && <MenuSheet username={username} items={items} foot={foot} close={close} />}
    </div>
  );
}

interface MenuSheetProps extends AccountMenuProps {
  readonly close: () => void;
}

/** Arrows, Home and End move; Escape and Tab close. */
function moveIn(list: HTMLUListElement | null, event: KeyboardEvent, close: () => void): void {
  const all = Array.from(list?.querySelectorAll('button') ?? []);
  const at = all.findIndex((entry) => entry === document.activeElement);
  const goTo: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + all.length,
    Home: 0,
    End: all.length - 1,
  };
  const next = goTo[event.key];
  if (next !== undefined) all[next % all.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else return;
  if (event.key !== 'Tab') event.preventDefault();
}

function MenuSheet({ username, items, foot, close }: MenuSheetProps) {
  const copy = useCopy().account;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <div className="menu appear" onKeyDown={(event) => moveIn(list.current, event, close)}>
      <p className="menu-head">
        <Sentence text={copy.signedInAs} name={username} />
      </p>
      <ul role="menu" aria-label={copy.menu} ref={list}>
        {items.map((item) => (
          <MenuEntry key={item.label} item={item} close={close} />
        ))}
      </ul>
      <p className="menu-foot">{foot}</p>
    </div>
  );
}

interface MenuEntryProps {
  readonly item: MenuItem;
  readonly close: () => void;
}

function MenuEntry({ item, close }: MenuEntryProps) {
  const id = useId();
  const off = item.offBecause !== null;
  return (
    <li role="none">
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled={off || undefined}
        aria-describedby={off ? id : undefined}
        onClick={() => {
          if (off) return;
          close();
          item.choose();
        }}
      >
        {item.label}
        {off && (
          <span className="because" id={id}>
            {item.offBecause}
          </span>
        )}
      </button>
    </li>
  );
}
