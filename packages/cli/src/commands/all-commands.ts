// All commands except `serve`, in the order of the help.
import type { Command } from '../command.ts';
import { accountCommands } from './accounts.ts';
import { applicationKeyCommands } from './application-keys.ts';
import { applicationPageCommands } from './application-page.ts';
import { applicationCommands } from './applications.ts';
import { auditCommand } from './audit.ts';
import { backupCommand } from './backup.ts';
import { callCommand } from './call.ts';
import { chatCommands } from './chats.ts';
import { demoKeepCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { drillCommand } from './drill.ts';
import { exportCommand } from './export.ts';
import { fileCommands } from './files.ts';
import { importCommand } from './import.ts';
import { jobCommands } from './jobs.ts';
import { keyCommands } from './keys.ts';
import { logsCommand } from './logs.ts';
import { mailTestCommand } from './mail.ts';
import { refundCommand } from './refund.ts';
import { releaseCommands } from './release.ts';
import { moveCommand } from './move.ts';
import { restoreCommand } from './restore.ts';
import { sessionCommands } from './sessions.ts';
import { settingCommands } from './settings.ts';
import { shopCommands } from './shops.ts';
import { signingKeyCommands } from './signing-key.ts';
import { statsCommand } from './stats.ts';
import { featureCommands } from './features.ts';
import { subscriptionCommands } from './subscriptions.ts';
import { historyCommands } from './user-history.ts';
import { userCommands } from './users.ts';
import { variableCommands } from './variables.ts';
import { webhookCommands } from './webhooks.ts';

export const commands: readonly Command[] = [
  ...applicationCommands,
  ...applicationKeyCommands,
  ...applicationPageCommands,
  ...signingKeyCommands,
  ...releaseCommands,
  ...keyCommands,
  refundCommand,
  ...userCommands,
  ...accountCommands,
  ...historyCommands,
  statsCommand,
  ...subscriptionCommands,
  ...featureCommands,
  ...variableCommands,
  ...shopCommands,
  ...webhookCommands,
  ...chatCommands,
  ...fileCommands,
  ...sessionCommands,
  ...jobCommands,
  logsCommand,
  auditCommand,
  ...settingCommands,
  callCommand,
  exportCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  drillCommand,
  doctorCommand,
  mailTestCommand,
  demoKeepCommand,
];
