// `npm run docs`: writes docs/api.md and docs/openapi.json from the specification of the protocol.
import { canRun } from './require-node.js';

if (canRun()) void import('./print-docs.js');
