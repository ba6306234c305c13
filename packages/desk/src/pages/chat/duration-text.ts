// A duration in the largest unit that divides it.
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A whole number of seconds as text, such as "5 minutes". */
export function durationText(language: string, seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / size,
  );
}
