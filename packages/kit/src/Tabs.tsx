// Links between the parts of a page, drawn as tabs.

export interface TabsProps {
  /** Accessible name of the navigation. */
  readonly label: string;
  readonly tabs: readonly {
    readonly href: string;
    readonly label: string;
    readonly isCurrent: boolean;
  }[];
}

/** In narrow windows, the current tab may be outside the visible part of the bar. */
function reveal(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.href}
          href={tab.href}
          aria-current={tab.isCurrent ? 'page' : undefined}
          ref={tab.isCurrent ? reveal : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
