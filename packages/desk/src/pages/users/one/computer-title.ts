// What a computer is called where several may have the same name.
interface Computer {
  readonly id: string;
  readonly name: string;
}

/** The beginning of the id tells computers without a name apart. */
export function computerTitle({ id, name }: Computer, unnamed: string): string {
  return name === '' ? `${unnamed} ${id.slice(0, 6)}` : name;
}
