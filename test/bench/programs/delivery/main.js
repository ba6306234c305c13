// In Node, with its own network.
import { createNodeDownloads } from '../../../../src/main/adapters/http-node.ts';
import { tellFound } from './installing.js';

tellFound(createNodeDownloads());
