// Finds buttons and menu items that remove, end or stop something, and are not red.
import type { Page } from '@playwright/test';

/** The names of such buttons. "Sign out NAME" ends a session elsewhere, and "Sign out" this one. */
const destructive = /^(Remove|Uninstall|Turn off|Stop .+|Sign out .+)/;

export function paleButtons(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    ({ source }) =>
      [...document.querySelectorAll('main button, dialog button, [role=menuitem]')]
        .filter((one) => one.checkVisibility() && !one.classList.contains('danger'))
        .map((one) => one.getAttribute('aria-label') ?? one.textContent)
        .filter((name) => new RegExp(source).test(name)),
    { source: destructive.source },
  );
}
