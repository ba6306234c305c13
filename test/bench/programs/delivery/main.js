// Runs the installing program in Node, with Node's network.
import { createNodeDownloads } from '@latchkey/client/http-node.ts';
import { reportResults } from './installing.js';

reportResults(createNodeDownloads());
