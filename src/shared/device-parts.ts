// What the device id is made of, as far as a screen may name it: which part, and never what it holds.

/** `system`: the installation of the operating system; `machine`: the number that the firmware gives the computer. */
export const deviceParts = ['system', 'board', 'processor', 'machine'] as const;
export type DevicePart = (typeof deviceParts)[number];

/** `other`: it is another one; `gone`: the computer does not name it any more; `new`: it did not name it before. */
export interface DeviceChange {
  readonly part: DevicePart;
  readonly how: 'other' | 'gone' | 'new';
}
