// Places of the pages about licenses, after the application. A key is the segment after `licenses`.
export const makingPlace = ['licenses', 'make', 'keys'] as const;

export function isMaking(rest: readonly string[]): boolean {
  return rest.length === 2 && rest[0] === 'make' && rest[1] === 'keys';
}
