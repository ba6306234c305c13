// Types of the two modules that the hardware worker loads. Loading the main file would add 20% to a
// device id read. On Windows they do not work without the main file, which sets up their PowerShell.
declare module 'systeminformation/lib/osinfo.js' {
  import type { Systeminformation } from 'systeminformation';
  export function uuid(): Promise<Systeminformation.UuidData>;
}

declare module 'systeminformation/lib/system.js' {
  import type { Systeminformation } from 'systeminformation';
  export function baseboard(): Promise<Systeminformation.BaseboardData>;
}
