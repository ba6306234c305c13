// Builds another commit of this project in a separate worktree, for comparisons with this one.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../../scripts/build-if-stale.js';
import { Refusal } from '../../../scripts/refusal.js';

/**
 * @typedef {{ project: string, name: string, remove: () => void }} OtherCommit `project`: its built folder
 */

/**
 * @param {string} commit any Git revision
 * @param {string} folder of the bench, removed at its end
 * @returns {OtherCommit}
 */
export function buildOtherCommit(commit, folder) {
  const name = shortName(commit);
  const project = join(folder, `commit-${name}`);
  git('worktree', 'add', '--quiet', '--detach', '--force', project, name);
  const remove = () => void git('worktree', 'remove', '--force', project);
  try {
    console.error(`Building ${name} ...`);
    // A separate node_modules, because ours links the workspaces of this commit.
    run('npm', ['ci', '--silent', '--no-audit', '--no-fund'], project);
    const vite = join(project, 'node_modules/vite/bin/vite.js');
    run(process.execPath, [vite, 'build', '--logLevel', 'warn'], project);
  } catch (error) {
    remove();
    throw error;
  }
  return { project, name, remove };
}

/** @param {string} commit */
function shortName(commit) {
  try {
    return git(
      'rev-parse',
      '--verify',
      '--quiet',
      '--short',
      '--end-of-options',
      `${commit}^{commit}`,
    );
  } catch {
    throw new Refusal(`There is no commit "${commit}" in this project.`);
  }
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/**
 * Sends the output to stderr, because stdout is for the table.
 * @param {string} file
 * @param {string[]} args
 * @param {string} cwd
 */
function run(file, args, cwd) {
  execFileSync(file, args, { cwd, stdio: ['ignore', 2, 2] });
}
