// Frame of an application with several pages: a bar, navigation and the main area. In windows below
// 960 px, the navigation is a popover that a button of the bar opens.
import { Menu as MenuIcon } from 'lucide';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { SideNav, type NavGroup } from './SideNav.tsx';

export interface ShellProps {
  readonly skipLabel: string;
  /** Accessible name of the navigation. */
  readonly navLabel: string;
  /** Accessible name of the button that opens the navigation. */
  readonly menuLabel: string;
  /** At the start of the bar. */
  readonly brand: ReactNode;
  /** At the end of the bar, such as an account menu. */
  readonly header?: ReactNode;
  readonly groups: readonly NavGroup[];
  readonly children: ReactNode;
}

const wide = '(width >= 960px)';

export function Shell({ skipLabel, navLabel, menuLabel, ...parts }: ShellProps) {
  const id = useId();
  const nav = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    // As a popover, the navigation would cover the wide page.
    const media = matchMedia(wide);
    const close = () => nav.current?.hidePopover();
    media.addEventListener('change', close);
    return () => media.removeEventListener('change', close);
  }, []);
  const skip = (event: MouseEvent) => {
    // A fragment in the address could be taken for another page.
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div className="shell">
      <a className="skip" href={`#${id}-main`} onClick={skip}>
        {skipLabel}
      </a>
      <header className="bar-top">
        <button type="button" className="bar-menu" popoverTarget={id} aria-label={menuLabel}>
          <Icon icon={MenuIcon} size={20} />
        </button>
        <div className="bar-brand">{parts.brand}</div>
        {parts.header !== undefined && <div className="bar-end">{parts.header}</div>}
      </header>
      <SideNav label={navLabel} groups={parts.groups} id={id} ref={nav} />
      <main className="main" id={`${id}-main`} tabIndex={-1} ref={main}>
        {parts.children}
      </main>
    </div>
  );
}
