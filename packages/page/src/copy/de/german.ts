// German: all texts of the customers' page.
import type { Copy } from '../language.ts';
import { data } from './data.ts';
import { downloads } from './downloads.ts';
import { failures } from './failures.ts';
import { owned } from './owned.ts';
import { program } from './program.ts';
import { register } from './register.ts';
import { security } from './security.ts';
import { signIn } from './sign-in.ts';

export const german: Copy = {
  signIn,
  register,
  owned,
  downloads,
  program,
  data,
  security,
  failures,
};
