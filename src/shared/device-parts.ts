// Names the parts of the device id. Screens may show these names, but never the parts' values.

/** `system`: the OS installation; `machine`: the platform UUID from the firmware. */
export const deviceParts = ['system', 'board', 'processor', 'machine'] as const;
export type DevicePart = (typeof deviceParts)[number];

/** `other`: the value changed; `gone`: the computer no longer reports it; `new`: newly reported. */
export interface DeviceChange {
  readonly part: DevicePart;
  readonly kind: 'other' | 'gone' | 'new';
}
