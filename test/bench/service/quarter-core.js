// Limits a process to a quarter of a processor core with cgroups (version 1 or 2), if permitted.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const home = '/sys/fs/cgroup';
const periodUs = 20_000;
const quotaUs = periodUs / 4;

/**
 * @param {string} name of the group, unique on this machine
 * @returns {{ hold: (pid: number) => void, remove: () => void } | null} null: limits are not permitted here
 */
export function quarterCore(name) {
  const version2 = existsSync(join(home, 'cgroup.controllers'));
  const folder = join(home, version2 ? '' : 'cpu', name);
  const remove = () => rmdirSync(folder);
  try {
    mkdirSync(folder);
  } catch {
    return null;
  }
  try {
    if (version2) writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`);
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs));
    }
    return {
      hold: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
      remove,
    };
  } catch {
    remove();
    return null;
  }
}
