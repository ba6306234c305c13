// A number with its word, such as "1 license key" and "3 license keys".

export function howMany(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
