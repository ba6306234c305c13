// One picture of the gallery: how to open it, and what to do before it is taken.
import type { Page } from '@playwright/test';
import type { FakeBridge } from '../support/fake-bridge.ts';
import type { OpenOptions } from '../screens/screen-page.ts';
import type { Session } from '../../src/shared/session.ts';

export interface Picture {
  readonly name: string;
  readonly open: OpenOptions;
  readonly act?: ((page: Page, bridge: FakeBridge) => Promise<void>) | undefined;
}

export async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
}

export async function submitSignIn(page: Page): Promise<void> {
  await fillSignIn(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function openRedeem(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Redeem a key' }).click();
  // Its chunk is loaded first.
  await page.getByLabel('License key').waitFor();
}

export async function submitKey(page: Page): Promise<void> {
  await openRedeem(page);
  await page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KD');
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
}

export async function submitCode(page: Page): Promise<void> {
  await page.getByLabel('Six-digit code').fill('042917');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** A snapshot that no screen can be drawn from: an exception in the middle of drawing. */
export async function breakDrawing(page: Page, bridge: FakeBridge): Promise<void> {
  const broken = { revision: 99, phase: { kind: 'ready' }, notice: null, step: null };
  await bridge.publish(broken as unknown as Session); // on purpose: the main process never publishes it
  await page.getByRole('button', { name: 'Restart' }).waitFor();
}
