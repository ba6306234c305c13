// The worker that reads manifests, hashes, unpacks and writes, away from the main thread.
// worker-client.ts starts it; it has no network.
import '../../core/zod-config.ts';
import { answerCalls } from './worker-server.ts';
import { realDisk } from './disk.ts';

answerCalls(realDisk);
