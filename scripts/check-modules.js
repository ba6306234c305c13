// `npm run check:modules`: no exports or files that nobody uses, and no circles of imports, also not of types alone.
import { circlesIn, graphOf, sourcesIn } from './module-graph.js';
import { unusedIn } from './unused-exports.js';
import { root } from './build-if-stale.js';

const unused = unusedIn(root);
const circles = circlesIn(graphOf(sourcesIn(root, 'src')));
for (const line of unused) console.error(`Used by nobody: ${line}`);
for (const circle of circles) console.error(`A circle of imports: ${circle.join(' -> ')}`);
if (unused.length + circles.length > 0) process.exitCode = 1;
