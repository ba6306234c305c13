// Says in one sentence that Node is too old, before anything is imported that an old Node cannot read.
// Plain syntax only: it must run everywhere.

const oldest = 24;

/**
 * False, and a sentence on stderr and exit code 1, where the running Node is older than 24.
 * npm scripts run with the Node that the project brings along, so this meets only who calls a script by hand.
 */
export function nodeIsRecent() {
  if (Number(process.versions.node.split('.')[0]) >= oldest) return true;
  console.error(
    `This needs Node ${oldest} or newer and this is ${process.versions.node}: run "npm ci" once and start it with "npm run", which uses the Node that comes with the project.`,
  );
  process.exitCode = 1;
  return false;
}
