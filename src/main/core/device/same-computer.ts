// Decides whether a computer whose facts changed is still the same computer. Pure.
// The rule is in docs/protocol.md#changed-parts. It counts single facts, because another board of the
// same maker changes only the model and the UUID.
import { type FactHashes, type RawFacts } from '../ports.ts';
import { hashOf } from './device-parts.ts';
import { type DeviceValues } from './hardware-id.ts';

type FactName = keyof RawFacts;

/** All facts but the id of the operating system. */
const otherFacts = ['boardVendor', 'boardModel', 'cpuBrand', 'platformUuid'] as const;

/** Hashes each fact alone. An empty fact has no hash. */
export function hashFacts(values: DeviceValues, key: string): FactHashes {
  const names: readonly FactName[] = ['osId', ...otherFacts];
  const present = names.filter((name) => values[name] !== '');
  return Object.fromEntries(present.map((name) => [name, hashOf(key, [name, values[name]])]));
}

/** `values`: the current facts, whose hashes are `now`. */
export function isSameComputer(before: FactHashes, now: FactHashes, values: DeviceValues): boolean {
  const isUnchanged = (name: FactName): boolean => before[name] === now[name];
  if (!isUnchanged('osId')) {
    // Without the platform's UUID, nothing distinguishes this computer from another of its model.
    return now.platformUuid !== undefined && otherFacts.every(isUnchanged);
  }
  // A fact that the computer reports for the first time is no change: updates of the BIOS add some.
  const hasOtherUuid = before.platformUuid !== undefined && !isUnchanged('platformUuid');
  if (hasOtherUuid && isVirtual(values)) return false;
  const known = otherFacts.filter((name) => before[name] !== undefined);
  const unchanged = known.filter(isUnchanged);
  return unchanged.length > 0 && unchanged.length * 2 >= known.length;
}

/** Names that hypervisors give to the board or the processor of a virtual machine. */
const hypervisors =
  /440bx|alibaba cloud|amazon ec2|bhyve|bochs|droplet|google compute|i440fx|kvm|nutanix|openstack|proxmox|\bq35\b|qemu|red hat|rhel|rhev|virtual|vmware|xen\b/;

/** A hypervisor gives each copy of a virtual machine another UUID. Many of them name no board. */
function isVirtual({ boardVendor, boardModel, cpuBrand }: DeviceValues): boolean {
  const board = `${boardVendor} ${boardModel}`.trim();
  return board === '' || hypervisors.test(`${board} ${cpuBrand}`);
}
