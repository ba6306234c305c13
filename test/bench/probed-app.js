// Starts a program in Electron with the probe in its main process and communicates with the probe,
// in the same way for every program.
import { join } from 'node:path';
import { endWithAll, startInElectron, until } from './electron-run.js';
import { waitUntilUsable } from './page-scripts.js';

const usableWithinMs = 30_000;
const answerWithinMs = 60_000;

/**
 * @typedef {object} Program
 * @property {string} folder with a package.json
 * @property {string} home reused by later starts, like a user's
 * @property {readonly string[]} args
 * @property {string | null} field the form is usable when this field has the focus; null: when the page is drawn
 */

/**
 * @typedef {object} How
 * @property {string} electron the program
 * @property {string} programs the bench's programs, in a folder that every user can read
 * @property {boolean} [bare] also gives the page a bare ipcRenderer.invoke
 */

/**
 * @typedef {object} ProbedApp
 * @property {number} pid
 * @property {Readonly<Record<string, number>>} stages milliseconds from the start of the process to each stage
 * @property {NodeJS.ProcessVersions} versions
 * @property {(script: string) => Promise<unknown>} inPage
 * @property {(answer: unknown) => Promise<unknown>} setBareAnswer
 * @property {() => Promise<void>} end
 */

/**
 * Starts `program` and resolves when it is usable.
 * @param {Program} program
 * @param {How} how
 * @returns {Promise<ProbedApp>}
 */
export async function startProbed(program, { electron, programs, bare = false }) {
  const { child, startedAtMs, said } = await startInElectron(electron, join(programs, 'probe'), {
    home: program.home,
    args: program.args,
    env: {
      LATCHKEY_BENCH_PROGRAM: program.folder,
      LATCHKEY_BENCH_USABLE: `(${waitUntilUsable})(${JSON.stringify(program.field)})`,
      LATCHKEY_BENCH_BARE: bare ? '1' : '0',
    },
  });
  /** @type {Record<string, number>} */
  const stages = {};
  /** @type {NodeJS.ProcessVersions} */
  let versions = process.versions;
  child.on('message', (/** @type {any} */ message) => {
    if (message.stage !== undefined) stages[message.stage] = message.atMs - startedAtMs;
    if (message.versions !== undefined) ({ versions } = message);
  });
  try {
    await until(child, ({ stage }) => stage === 'usable', usableWithinMs);
  } catch (error) {
    await endWithAll(child);
    throw new Error(`${program.folder}: after ${JSON.stringify(stages)}\n${said()}`, {
      cause: error,
    });
  }
  return {
    pid: child.pid ?? 0,
    stages,
    versions,
    ...talkTo(child),
    end: () => endWithAll(child),
  };
}

/** @param {import('node:child_process').ChildProcess} child */
function talkTo(child) {
  let newest = 0;
  const ask = async (/** @type {object} */ request) => {
    const id = (newest += 1);
    const answered = until(child, (message) => message.id === id, answerWithinMs);
    child.send({ id, ...request });
    const { value, problem } = await answered;
    if (problem !== undefined) throw new Error(problem);
    return value;
  };
  return {
    inPage: (/** @type {string} */ script) => ask({ script }),
    setBareAnswer: (/** @type {unknown} */ answer) => ask({ answer }),
  };
}
