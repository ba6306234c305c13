// For each command an input that the contract takes.
import type { CommandName } from '../../src/shared/commands.ts';

export const goodInputs: Readonly<Record<CommandName, object>> = {
  describe: {},
  getSession: {},
  signIn: { username: 'anna', password: 'secret words', remember: false },
  signInWithKey: { key: 'NWND-TEST-0001', remember: false },
  register: {
    username: 'anna',
    password: 'secret',
    key: 'NWND-TEST-0001',
    email: null,
    remember: false,
  },
  forgot: { username: 'anna', email: 'anna@example.com' },
  changeUsername: { newUsername: 'anne' },
  readClipboard: {},
  submitCode: { code: '123456' },
  goBack: {},
  cancel: {},
  redeem: { username: 'anna', key: 'AAAA-BBBB' },
  launch: {},
  retry: {},
  signOut: {},
  dismissNotice: { revision: 1 },
  openLink: { name: 'help' },
  pauseTask: { id: 'task-1' },
  resumeTask: { id: 'task-1' },
  cancelTask: { id: 'task-1' },
  reportDefect: { reportId: 'ab'.repeat(16), error: 'TypeError', frames: '' },
  chooseLanguage: { language: 'de' },
  restart: {},
};
