// All German texts of the desk.
import type { Copy } from '../copy.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { licenses } from './licenses.ts';
import { gate, invitation, signIn } from './sign-in.ts';

export const german: Copy = { frame, failures, gate, home, invitation, licenses, signIn };
