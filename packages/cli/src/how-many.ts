// Formats a count with its noun, such as "1 license key" or "3 license keys".

export function howMany(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
