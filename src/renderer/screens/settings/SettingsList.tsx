// The list of settings pages. Arrow keys, Home and End move in the list, which is one Tab stop.
import { useRef, useState, type Ref } from 'react';
import { moveFocus } from '@latchkey/kit/move-focus.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import type { SettingsPage } from '../../phase-facts.ts';
import { pageTitle } from './settings-pages.ts';

export interface SettingsListProps {
  readonly pages: readonly SettingsPage[];
  /** The page beside the list; null if the list is alone. */
  readonly current: SettingsPage | null;
  readonly open: (page: SettingsPage) => void;
  readonly ref?: Ref<HTMLElement>;
}

export function SettingsList({ pages, current, open, ref }: SettingsListProps) {
  const { brand } = useLoaderContext().info;
  const copy = useCopy();
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<SettingsPage | null>(null);
  const stop = [focused, current].find((page) => page !== null && pages.includes(page)) ?? pages[0];
  return (
    <nav className="settings-list" aria-label={copy.settings.title} ref={ref}>
      <ul ref={list}>
        {pages.map((page) => (
          <li key={page}>
            <button
              type="button"
              aria-current={page === current ? 'page' : undefined}
              tabIndex={page === stop ? 0 : -1}
              onFocus={() => setFocused(page)}
              onBlur={() => setFocused(null)}
              onKeyDown={(event) => void moveFocus(list.current, event)}
              onClick={() => open(page)}
            >
              <bdi>{pageTitle(copy, page, brand.name)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
