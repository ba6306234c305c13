// All English texts of the desk.
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { licenses } from './licenses.ts';
import { gate, invitation, signIn } from './sign-in.ts';

export const english = { frame, failures, gate, home, invitation, licenses, signIn };
