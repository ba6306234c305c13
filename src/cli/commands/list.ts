// Every command, in the order of the help.
import type { Command } from '../command.ts';
import { applicationCommands } from './applications.ts';
import { callCommand } from './call.ts';
import { keyCommands } from './keys.ts';
import { serveCommand } from './serve.ts';

export const commands: readonly Command[] = [
  serveCommand,
  ...applicationCommands,
  ...keyCommands,
  callCommand,
];
