// The worker that reads manifests, hashes, unpacks and writes, away from the main loop. A file of its own, started by
// worker-client.ts; has no network.
import '../../core/zod-config.ts';
import { answerCalls } from './worker-server.ts';
import { realDisk } from './disk.ts';

answerCalls(realDisk);
