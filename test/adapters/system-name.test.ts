// The name of the operating system that users see in the list of their computers.
import { expect, test } from 'vitest';
import { systemName } from '../../src/main/adapters/system-name.ts';

test.each([
  ['win32', '10.0.22631', 'Windows 11'],
  ['win32', '10.0.22000', 'Windows 11'],
  ['win32', '10.0.19045', 'Windows 10'],
  ['win32', '6.1.7601', 'Windows'],
  ['win32', 'unknown', 'Windows'],
  ['darwin', '25.1.0', 'macOS'],
  ['linux', '6.12.0-1-amd64', 'Linux'],
  ['freebsd', '14.1', 'freebsd'],
])('%s %s is %s', (platform, release, name) => {
  expect(systemName(platform, release)).toBe(name);
});
