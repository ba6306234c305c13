// Formats a count with its noun, such as "1 license key" or "3 license keys".

export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
