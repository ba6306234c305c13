// Pictures of the key form and the ways to use a key.
import type { Page } from '@playwright/test';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';
import { demoInfo, keyUsed, ready, signedOut } from '../screens/samples.ts';
import { chooseKeyAction, sampleKey, submitNewAccount, type Picture } from './picture.ts';

function withEmail(email: LoaderInfo['accounts']['email']): Partial<LoaderInfo> {
  return { accounts: { ...demoInfo.accounts, email } };
}

async function openLostKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Have a license key?' }).click();
  await page.getByRole('button', { name: 'Lost your key?' }).click();
  await page.getByLabel('E-mail address').fill('anna@studio.example');
}

const lostKey = { accounts: { ...demoInfo.accounts, lostKey: true } } as const;

export const keyPictures: readonly Picture[] = [
  {
    name: 'door-lost-link',
    open: { phase: signedOut, info: lostKey },
    act: (page) => page.getByRole('button', { name: 'Have a license key?' }).click(),
  },
  { name: 'lost', open: { phase: signedOut, info: lostKey }, act: openLostKey },
  {
    name: 'lost-sent',
    open: { phase: signedOut, info: lostKey },
    act: async (page) => {
      await openLostKey(page);
      await page.getByRole('button', { name: 'Send my keys' }).click();
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    },
  },
  {
    name: 'door',
    open: { phase: signedOut },
    act: async (page) => {
      await page.getByRole('button', { name: 'Have a license key?' }).click();
      await page.getByLabel('License key').waitFor();
    },
  },
  {
    name: 'door-filled',
    open: { phase: signedOut },
    act: async (page) => {
      await page.getByRole('button', { name: 'Have a license key?' }).click();
      await page.getByLabel('License key').fill(sampleKey);
    },
  },
  {
    name: 'door-two-ways',
    open: {
      phase: signedOut,
      info: { accounts: { ...demoInfo.accounts, keySignIn: false } },
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Have a license key?' }).click();
      await page.getByLabel('License key').fill(sampleKey);
    },
  },
  {
    name: 'door-without-key',
    open: { phase: signedOut },
    act: async (page) => {
      await page.getByRole('button', { name: 'Have a license key?' }).click();
      await page.getByRole('button', { name: 'Sign in with only the key' }).click();
    },
  },
  {
    name: 'door-nothing-to-paste',
    open: { phase: signedOut, replies: { readClipboard: [{ result: { ok: true, value: null } }] } },
    act: async (page) => {
      await page.getByRole('button', { name: 'Have a license key?' }).click();
      await page.getByRole('button', { name: 'Paste' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'door-trial', open: { phase: signedOut, session: { trialDays: 14 } } },
  {
    name: 'trial',
    open: { phase: signedOut, session: { trialDays: 14 } },
    act: async (page) => {
      await page.getByRole('button', { name: 'Try 14 days free' }).click();
      await page.getByLabel('User name').waitFor();
    },
  },
  {
    name: 'register',
    open: { phase: signedOut },
    act: (page) => chooseKeyAction(page, 'Create an account'),
  },
  {
    name: 'register-email-required',
    open: { phase: signedOut, info: withEmail('required') },
    act: (page) => chooseKeyAction(page, 'Create an account'),
  },
  {
    name: 'register-email-missing',
    open: { phase: signedOut, info: withEmail('required') },
    act: submitNewAccount,
  },
  {
    name: 'register-weak-password',
    open: { phase: signedOut, info: withEmail('optional') },
    act: async (page) => {
      await chooseKeyAction(page, 'Create an account');
      await page.getByLabel('Password', { exact: true }).fill('horse');
    },
  },
  {
    name: 'register-used-key',
    open: { phase: signedOut, replies: { register: [keyUsed] } },
    act: async (page) => {
      await submitNewAccount(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'register-wait-slow',
    open: {
      phase: signedOut,
      session: { step: 'creating-account' },
      replies: { register: ['hold'] },
      stoppedClock: true,
    },
    act: async (page) => {
      await submitNewAccount(page);
      await page.clock.runFor(8100);
    },
  },
  {
    name: 'register-wait-step',
    open: {
      phase: signedOut,
      session: { step: 'creating-account' },
      replies: { register: ['hold'] },
      stoppedClock: true,
    },
    act: async (page) => {
      await submitNewAccount(page);
      await page.clock.runFor(2100);
    },
  },
  {
    name: 'account-created',
    open: {
      phase: ready,
      session: { notice: { kind: 'account-created', username: 'anna' } },
    },
  },
  {
    name: 'alone',
    open: { phase: signedOut },
    act: async (page) => {
      await chooseKeyAction(page, 'Sign in with only the key');
      // The button replaces the one that was pressed; the picture shows it without hover.
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'alone-used-key',
    open: { phase: signedOut, replies: { signInWithKey: [keyUsed] } },
    act: async (page) => {
      await chooseKeyAction(page, 'Sign in with only the key');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
];
