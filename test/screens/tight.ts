// Windows with little room: as small as they can be, and with large text.
export const tight = [
  ['400 x 560, text twice as large', { width: 400, height: 560 }, '200%'],
  ['zoom of 200 % in the smallest window', { width: 200, height: 280 }, '100%'],
  ['the smallest window', { width: 400, height: 560 }, '100%'],
] as const;
