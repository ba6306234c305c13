// `npm run package:service [-- --quick] [--to FOLDER]`: builds the service's packages for servers.
import { canRun } from './require-node.js';

if (canRun()) void import('./service-release/main.ts');
