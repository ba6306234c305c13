// A sentence of the copy with a name in it: {name} is replaced by the name, set apart from the direction of the text.
export interface SentenceProps {
  readonly text: string;
  readonly name: string;
}

export function Sentence({ text, name }: SentenceProps) {
  const [before = '', after = ''] = text.split('{name}');
  return (
    <>
      {before}
      <bdi className="name">{name}</bdi>
      {after}
    </>
  );
}
