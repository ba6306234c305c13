// What stops a script for a reason that its user can understand: shown as one sentence, without a stack.

export class Refusal extends Error {}

/**
 * Runs a script; a Refusal becomes its sentence on stderr and exit code 1, anything else is shown whole.
 * @param {() => Promise<void>} script
 */
export async function runScript(script) {
  try {
    await script();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}
