// Which environment variables of the loader the protected app receives.
import { describe, expect, it } from 'vitest';
import { appEnvironment } from '../../src/main/adapters/app-environment.ts';

describe("the app's environment", () => {
  it('has the variables that Windows programs need, in any spelling', () => {
    const given = {
      Path: 'C:\\Windows',
      SystemRoot: 'C:\\Windows',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\anna\\AppData\\Local',
    };
    expect(appEnvironment(given)).toEqual(given);
  });

  it('has the display and folder variables on Linux', () => {
    const given = {
      DISPLAY: ':0',
      XDG_RUNTIME_DIR: '/run/user/1000',
      LC_ALL: 'C',
      HOME: '/home/a',
    };
    expect(appEnvironment(given)).toEqual(given);
  });

  it.each([
    'NODE_OPTIONS',
    'ELECTRON_RUN_AS_NODE',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'DATABASE_URL',
    'HTTPS_PROXY',
    'SSLKEYLOGFILE',
    'LATCHKEY_SIGNING_KEY_FILE',
    'LATCHKEY_SECRET_FILE',
    'LCX',
    'MY_XDG_SECRET',
    '',
  ])('lacks %s', (name) => {
    expect(appEnvironment({ [name]: 'x' })).toEqual({});
  });
});
