// Windows with little space: the smallest size, large text and zoom.
export const smallWindows = [
  ['400 x 560, text at 200%', { width: 400, height: 560 }, '200%'],
  ['zoom of 200 % in the smallest window', { width: 200, height: 280 }, '100%'],
  ['the smallest window', { width: 400, height: 560 }, '100%'],
] as const;
