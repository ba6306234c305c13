// Types of the two modules that the hardware worker loads. Loading the main file would add 20% to a
// device id read.
declare module 'systeminformation/lib/osinfo.js' {
  import type { Systeminformation } from 'systeminformation';
  export function uuid(): Promise<Systeminformation.UuidData>;
}

declare module 'systeminformation/lib/system.js' {
  import type { Systeminformation } from 'systeminformation';
  export function baseboard(): Promise<Systeminformation.BaseboardData>;
}
