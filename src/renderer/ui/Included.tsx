// The seller's words about features, such as "PDF export".
interface IncludedProps {
  readonly words: readonly string[];
  /** Shows only the first ones, and no more than fit on a card. */
  readonly most?: number;
}

export function Included({ words, most = words.length }: IncludedProps) {
  if (words.length === 0) return null;
  return (
    <ul className="included small">
      {words.slice(0, most).map((one, index) => (
        // An index works as the key, because words may repeat and items hold no state.
        <li key={index}>
          <bdi>{one}</bdi>
        </li>
      ))}
      {words.length > most && <li>…</li>}
    </ul>
  );
}
