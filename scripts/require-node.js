// Reports an old Node or missing packages in one sentence, before other imports fail. This file
// uses only syntax of old Node versions. npm scripts that start a tool run it first.
import { existsSync, realpathSync } from 'fs';
import { fileURLToPath } from 'url';

/** The oldest major version that runs the scripts. `npm ci` installs a newer Node. */
const oldestMajor = 24;
/** A package that is present after `npm ci`. */
const installedPackage = fileURLToPath(new URL('../node_modules/zod', import.meta.url));

/**
 * Returns whether the script can run. If not, prints the reason to stderr and sets exit code 1.
 * npm's Node must match `engines` in package.json, because npm otherwise omits packages that the
 * build needs.
 */
export function canRun() {
  const why = obstacle();
  if (why === null) return true;
  console.error(why);
  process.exitCode = 1;
  return false;
}

function obstacle() {
  const npmNode = /(?:^| )node\/v(\d+)\.(\d+)\.\S+/.exec(process.env.npm_config_user_agent || '');
  if (npmNode !== null && !canInstall(Number(npmNode[1]), Number(npmNode[2])))
    return `This needs Node 20.19, 22.12 or newer, and npm runs on ${npmNode[0].trim()} here: install a newer Node, then run "npm ci" again.`;
  const running = process.versions.node;
  if (Number(running.split('.')[0]) < oldestMajor)
    return `This needs Node ${oldestMajor} or newer and this is ${running}: run "npm ci" once and start it with "npm run", which uses the Node that comes with the project.`;
  return existsSync(installedPackage) ? null : 'The packages are missing: run "npm ci" once.';
}

/**
 * Must match `engines` of package.json. The packages with native code determine the versions.
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
