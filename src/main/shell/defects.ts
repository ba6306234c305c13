// Logs exceptions that no code handles. The program continues, and the user sees no stack.
import type { RandomHex } from '@latchkey/client/ports.ts';
import type { Log } from '../core/ports.ts';

export function catchDefects(log: Log, randomHex: RandomHex): void {
  const logDefect = (error: unknown) => {
    log.error('defect', { reportId: randomHex().slice(0, 32) }, error);
  };
  process.on('uncaughtException', logDefect);
  process.on('unhandledRejection', logDefect);
}
