// Defines the initial settings of an application (docs/protocol.md#states).
export const newApplication = {
  download: '',
  enabled: 1,
  paused: 0,
  hwidLock: 1,
  forceHwid: 1,
  minHwid: 20,
  sessionSeconds: 21_600,
  unknownOrders: 'refuse',
} as const;
