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

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
