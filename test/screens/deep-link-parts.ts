// Sample deep links and locators for what they show.
import type { Page } from '@playwright/test';
import { english } from '../../src/copy/en/window.ts';
import type { Phase, Session, PendingDeepLink } from '../../src/shared/session.ts';
import { sampleKey } from '../gallery/picture.ts';
import { sessionOf } from './screen-page.ts';

export const redeem = { id: 1, kind: 'redeem', key: sampleKey } as const satisfies PendingDeepLink;
export const register = { ...redeem, kind: 'register' } as const satisfies PendingDeepLink;
export const words = english.deepLink;

export const keyField = (page: Page) => page.getByLabel(english.redeem.key);
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const line = (page: Page) => page.locator('aside.notice');
export const withDeepLink = (
  phase: Phase,
  deepLink: PendingDeepLink,
  rest: Partial<Session> = {},
) => sessionOf(phase, { revision: 2, deepLink, ...rest });
