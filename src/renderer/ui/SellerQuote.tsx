// Quotes a text of the service below the loader's own. Plain text, never markup.
import { useParts } from '../bridge/loader-context.ts';

export function SellerQuote({ text }: { readonly text: string | null }) {
  const { info } = useParts();
  if (text === null || text.trim() === '') return null;
  return (
    <figure className="quote">
      <figcaption>
        <bdi>{info.brand.name}</bdi>
      </figcaption>
      <blockquote dir="auto">{text}</blockquote>
    </figure>
  );
}
