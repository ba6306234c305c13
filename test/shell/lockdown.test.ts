// Restrictions that the program sets before Electron is ready. test/e2e/electron/lockdown.spec.ts
// tests the restrictions of the page in a real window.
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
