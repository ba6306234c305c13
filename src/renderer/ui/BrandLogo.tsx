// The seller's logo, or the first letter of the seller's name if there is no logo.
import { useFirstContext } from '../bridge/first-context.ts';

export function BrandLogo({ size }: { readonly size: 'small' | 'large' }) {
  const { brand } = useFirstContext().info;
  if (brand.logo !== null) return <img className={`mark ${size}`} src={brand.logo} alt="" />;
  return (
    <span className={`mark letter ${size}`} aria-hidden="true">
      {Array.from(brand.name.trim())[0]?.toUpperCase()}
    </span>
  );
}
