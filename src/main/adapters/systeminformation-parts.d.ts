// The two files of systeminformation that the hardware worker loads. The package's main file loads
// all thirty parts, which would take a fifth of the time that reading the device id takes.
declare module 'systeminformation/lib/osinfo.js' {
  import type { Systeminformation } from 'systeminformation';
  export function uuid(): Promise<Systeminformation.UuidData>;
}

declare module 'systeminformation/lib/system.js' {
  import type { Systeminformation } from 'systeminformation';
  export function baseboard(): Promise<Systeminformation.BaseboardData>;
}
