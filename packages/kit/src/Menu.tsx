// Button that opens a menu. Arrow keys move the focus; Escape and Tab close the menu.
import { Check, ChevronDown } from 'lucide';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { moveFocus } from './move-focus.ts';

export interface MenuItem {
  readonly label: string;
  /** The reason why the item is disabled, or null. */
  readonly disabledReason: string | null;
  readonly choose: () => void;
  /** Shown below the label. */
  readonly detail?: string;
  /** If set, the item is a checkbox with this state. */
  readonly checked?: boolean;
  /** Removes something, so the item is red. */
  readonly danger?: boolean;
}

export interface MenuProps {
  readonly children: ReactNode;
  /** Accessible name of the button. */
  readonly buttonLabel: string;
  /** Accessible name of the menu. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Draws no arrow, because the icon of the button says enough. */
  readonly hidesArrow?: boolean;
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
}

export function Menu({ children, buttonLabel, hidesArrow = false, ...sheet }: MenuProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || container.current?.contains(event.target) === true)
        return;
      setOpen(false);
      // A press on empty space would leave nothing focused.
      const refocus = () => {
        if (document.activeElement === document.body) opener.current?.focus();
      };
      document.addEventListener('pointerup', refocus, { once: true });
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  return (
    <div className="with-menu" ref={container}>
      <button
        type="button"
        className="menu-button"
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span className="unseen">{buttonLabel}</span>
        <span className="menu-face" aria-hidden="true">
          {children}
          {!hidesArrow && <Icon icon={ChevronDown} size={16} />}
        </span>
      </button>
      {open && <MenuSheet {...sheet} close={close} />}
    </div>
  );
}

/** Moves the focus by keyboard. Closes the menu on Escape and Tab. */
function onMenuKey(list: HTMLElement | null, event: KeyboardEvent, close: () => void): void {
  if (moveFocus(list, event) || (event.key !== 'Escape' && event.key !== 'Tab')) return;
  close();
  if (event.key === 'Escape') event.preventDefault();
}

interface MenuSheetProps extends Omit<MenuProps, 'children' | 'buttonLabel' | 'hidesArrow'> {
  readonly close: () => void;
}

function MenuSheet({ label, items, head, foot, close }: MenuSheetProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <div className="menu appear">
      {head !== undefined && <p className="menu-head">{head}</p>}
      <div
        role="menu"
        tabIndex={-1}
        aria-label={label}
        ref={list}
        onKeyDown={(event) => onMenuKey(list.current, event, close)}
      >
        {items.map((item, at) => (
          <MenuEntry key={at} item={item} close={close} />
        ))}
      </div>
      {foot !== undefined && <p className="menu-foot">{foot}</p>}
    </div>
  );
}

interface MenuEntryProps {
  readonly item: MenuItem;
  readonly close: () => void;
}

function MenuEntry({ item, close }: MenuEntryProps) {
  const id = useId();
  const isDisabled = item.disabledReason !== null;
  const note = item.disabledReason ?? item.detail;
  return (
    <button
      type="button"
      role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      className={item.danger === true ? 'danger' : undefined}
      aria-checked={item.checked}
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      aria-describedby={note === undefined ? undefined : id}
      onClick={() => {
        if (isDisabled) return;
        close();
        item.choose();
      }}
    >
      {item.label}
      {item.checked === true && <Icon icon={Check} size={16} />}
      {note !== undefined && (
        <span className="because" id={id}>
          {note}
        </span>
      )}
    </button>
  );
}
