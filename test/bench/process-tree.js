// The memory of a process and its descendants, as the kernel counts it. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The process and all of its descendants.
 * @param {number} rootPid
 * @returns {number[]}
 */
export function treeOf(rootPid) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const parent = Number.isInteger(pid) ? parentOf(pid) : null;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const all = [rootPid];
  for (const pid of all) all.push(...(children.get(pid) ?? []));
  return all;
}

/**
 * Proportional set size: shared pages are divided among the processes that share them.
 * @param {number} rootPid
 * @returns {{ totalKib: number | null, processes: number }} null: this user cannot read all processes
 */
export function pssOfTree(rootPid) {
  const sizes = treeOf(rootPid).map(pssOf);
  const readable = sizes.filter((size) => typeof size === 'number');
  const totalKib = sizes.includes('unreadable')
    ? null
    : readable.reduce((sum, size) => sum + size, 0);
  return { totalKib, processes: readable.length };
}

/**
 * Kibibytes; null if the process has ended.
 * @param {number} pid
 */
function pssOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
  } catch (error) {
    return isGone(error) ? null : 'unreadable';
  }
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in brackets and may contain any character.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** @param {unknown} error */
function isGone(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ESRCH';
}
