// Every command, in the order of the help.
import type { Command } from '../command.ts';
import { applicationCommands } from './applications.ts';
import { backupCommand } from './backup.ts';
import { callCommand } from './call.ts';
import { doctorCommand } from './doctor.ts';
import { keyCommands } from './keys.ts';
import { logCommands } from './logs.ts';
import { serveCommand } from './serve.ts';
import { sessionCommands } from './sessions.ts';
import { subscriptionCommands } from './subscriptions.ts';
import { userCommands } from './users.ts';
import { variableCommands } from './variables.ts';
import { webhookCommands } from './webhooks.ts';

export const commands: readonly Command[] = [
  serveCommand,
  ...applicationCommands,
  ...keyCommands,
  ...userCommands,
  ...subscriptionCommands,
  ...variableCommands,
  ...webhookCommands,
  ...sessionCommands,
  ...logCommands,
  callCommand,
  backupCommand,
  doctorCommand,
];
