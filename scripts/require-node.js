// Says in one sentence that Node is too old or that the packages are missing, before anything is imported that needs either.
// Plain syntax only: it must run everywhere. `node scripts/require-node.js` asks only, for npm scripts that start a tool.
import { existsSync, realpathSync } from 'fs';
import { fileURLToPath } from 'url';

/** What the scripts run on; npm scripts find it in node_modules, where `npm ci` puts it. */
const oldest = 24;
/** One of the packages that everything needs. */
const packages = fileURLToPath(new URL('../node_modules/zod', import.meta.url));

/**
 * False, with a sentence on stderr and exit code 1, where nothing would run: npm's own Node is older than `engines` in
 * package.json says (npm leaves out what the build needs there), the running one is older than 24, or "npm ci" has not been run.
 */
export function canRun() {
  const why = obstacle();
  if (why === null) return true;
  console.error(why);
  process.exitCode = 1;
  return false;
}

function obstacle() {
  const ofNpm = /(?:^| )node\/v(\d+)\.(\d+)\.\S+/.exec(process.env.npm_config_user_agent || '');
  if (ofNpm !== null && !canInstall(Number(ofNpm[1]), Number(ofNpm[2])))
    return `This needs Node 20.19, 22.12 or newer, and npm runs on ${ofNpm[0].trim()} here: install a newer Node, then run "npm ci" again.`;
  const running = process.versions.node;
  if (Number(running.split('.')[0]) < oldest)
    return `This needs Node ${oldest} or newer and this is ${running}: run "npm ci" once and start it with "npm run", which uses the Node that comes with the project.`;
  return existsSync(packages) ? null : 'The packages are missing: run "npm ci" once.';
}

/**
 * As `engines` in package.json says: what the packages with native code ask for.
 * @param {number} major
 * @param {number} minor
 */
function canInstall(major, minor) {
  if (major === 20) return minor >= 19;
  if (major === 22) return minor >= 12;
  return major > 22;
}

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) canRun();
