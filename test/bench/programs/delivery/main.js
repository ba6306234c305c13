// In Node, with its own network.
import { createNodeDownloads } from '@latchkey/client/http-node.ts';
import { tellFound } from './installing.js';

tellFound(createNodeDownloads());
