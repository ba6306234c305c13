// Worker thread that verifies releases and writes their files. worker-client.ts starts it; it has
// no network access.
import '../../core/zod-config.ts';
import { answerCalls } from './worker-server.ts';
import { realDisk } from './disk.ts';

answerCalls(realDisk);
