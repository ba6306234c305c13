// `npm run docs`: prints docs/api.md and docs/openapi.json from the wire's specification, which Node reads as it is.
import { canRun } from './require-node.js';

if (canRun()) void import('./print-docs.js');
