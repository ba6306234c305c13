// Navigation of a Shell: groups of links with icons. In narrow windows it is a popover, which closes
// when a link is followed.
import type { IconNode } from 'lucide';
import type { ReactNode, RefObject } from 'react';
import { Icon } from './Icon.tsx';

export interface NavGroup {
  readonly label?: string;
  readonly links: readonly NavLink[];
}

export interface NavLink {
  readonly href: string;
  readonly label: string;
  readonly icon: IconNode;
  readonly isCurrent: boolean;
  /** Shown at the end of the line, such as a count. */
  readonly mark?: ReactNode;
}

export interface SideNavProps {
  readonly label: string;
  readonly groups: readonly NavGroup[];
  readonly id: string;
  readonly ref: RefObject<HTMLElement | null>;
}

export function SideNav({ label, groups, id, ref }: SideNavProps) {
  return (
    <nav className="side" popover="auto" aria-label={label} id={id} ref={ref}>
      <div className="side-pages">
        {groups.map(({ label: title, links }) => (
          <section key={links[0]?.href}>
            {title !== undefined && <h2>{title}</h2>}
            <ul>
              {links.map(({ href, label: text, icon, isCurrent, mark }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={isCurrent ? 'page' : undefined}
                    onClick={() => ref.current?.hidePopover()}
                  >
                    <Icon icon={icon} size={18} />
                    {text}
                    {mark !== undefined && <span className="side-mark">{mark}</span>}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
