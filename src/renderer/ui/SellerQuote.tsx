// Quotes a message of the service as plain text, below the loader's own text.
import { useLoaderContext } from '../bridge/loader-context.ts';

export function SellerQuote({ text }: { readonly text: string | null }) {
  const { info } = useLoaderContext();
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
