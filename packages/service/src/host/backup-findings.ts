// Reports the age of the last backup and of the last drill, for `latchkey doctor`.
import { ageText, readLastBackup } from './backup.ts';
import { readLastDrill } from './drill/last-drill.ts';
import type { Finding } from './inspection.ts';
import { plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

const dayMs = 86_400_000;
const backupDays = 7;
const drillDays = 90;

/** Only warns, because other programs may make backups, and leave no record. */
export function backupFindings(
  dataFolder: string,
  engine: 'sqlite' | 'postgresql',
  nowMs: () => UnixMs,
): readonly Finding[] {
  // pg_dump leaves no record.
  const backup = engine === 'sqlite' ? [backupFinding(dataFolder, nowMs())] : [];
  return [...backup, drillFinding(dataFolder, nowMs())];
}

function backupFinding(dataFolder: string, nowMs: UnixMs): Finding {
  const what = 'The last backup';
  const backup = readLastBackup(dataFolder);
  return backup === null
    ? note(what, 'None is recorded. "latchkey backup" makes one.')
    : aged(what, backup.at, backupDays, nowMs);
}

function drillFinding(dataFolder: string, nowMs: UnixMs): Finding {
  const what = 'The last drill';
  const drill = readLastDrill(dataFolder);
  if (drill === null) return note(what, 'None is recorded. "latchkey drill" proves a backup.');
  if (drill.isGood) return aged(what, drill.at, drillDays, nowMs);
  const advice = 'It found problems. Run "latchkey drill" to see them.';
  return { isOk: false, what, advice };
}

function aged(what: string, at: Date, days: number, nowMs: UnixMs): Finding {
  const age = `${ageText(at, nowMs)} old`;
  if (plainMs(nowMs) - at.getTime() <= days * dayMs)
    return { isOk: true, what: `${what} is ${age}`, advice: '' };
  return { isOk: true, isWarning: true, what, advice: `It is ${age}. Make a new one.` };
}

function note(what: string, advice: string): Finding {
  return { isOk: true, what, advice };
}
