// Errors for users, which scripts print as one sentence without a stack.

export class Refusal extends Error {}

/**
 * Runs a script. On an error, prints it (a Refusal without its stack) and sets exit code 1.
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
