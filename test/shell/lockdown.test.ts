// What is taken from Chromium before it is ready, when it can still be: the page's powers are seen in the real window
// (test/e2e/electron/lockdown.spec.ts).
import type { App, Protocol } from 'electron';
import { expect, test } from 'vitest';
import { lockProcess } from '../../src/main/shell/lockdown.ts';

test('renderers are sandboxed, hardware acceleration is off, and app:// has minimal privileges', () => {
  const messages: unknown[] = [];
  const app: Pick<App, 'enableSandbox' | 'disableHardwareAcceleration'> = {
    enableSandbox: () => void messages.push('sandbox'),
    disableHardwareAcceleration: () => void messages.push('no hardware acceleration'),
  };
  const protocol: Pick<Protocol, 'registerSchemesAsPrivileged'> = {
    registerSchemesAsPrivileged: (schemes) => void messages.push(schemes),
  };
  lockProcess(app, protocol);
  expect(messages).toEqual([
    'sandbox',
    'no hardware acceleration',
    [{ scheme: 'app', privileges: { standard: true, secure: true } }],
  ]);
});
