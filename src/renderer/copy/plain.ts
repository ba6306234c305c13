// What is said when there is no loader behind the page.
export const plainCopy = {
  noBridge: 'This page belongs to the loader',
  noBridgeText: 'Please close it and start the program itself.',
  thisProgram: 'this program',
} as const;
