// A process of its own that reads a copy and says whether it is whole: a large one takes long, and whoever waits for it can
// break it off. Exit code 1 and a sentence where it is not.
import { StartProblem } from '../start-problem.ts';
import { refuseUnsound } from './sound-copy.ts';

const [, , folder = ''] = process.argv;
try {
  refuseUnsound(folder);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  process.stdout.write(error.message);
  process.exitCode = 1;
}
