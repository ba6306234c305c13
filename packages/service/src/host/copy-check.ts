// Verifies a copy in a child process, which the parent can kill if the check takes long, and records
// its content. For a damaged copy, it prints a sentence and exits with 1.
import { StartProblem } from '../start-problem.ts';
import { writeRecord } from './backup-record.ts';
import { refuseDamagedFolder } from './integrity.ts';

const [, , folder = '', takenAt = ''] = process.argv;
try {
  refuseDamagedFolder(folder);
  writeRecord(folder, takenAt);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  process.stdout.write(error.message);
  process.exitCode = 1;
}
