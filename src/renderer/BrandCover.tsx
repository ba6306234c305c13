// The cover beside forms and account states: the brand's mark, name and tagline.
import { useFirstContext } from './bridge/first-context.ts';
import { BrandLogo } from './ui/BrandLogo.tsx';
import { Cover } from './ui/Cover.tsx';

export function BrandCover() {
  const { brand } = useFirstContext().info;
  return (
    <Cover position="beside" label={brand.name} mark={<BrandLogo size="large" />}>
      <p className="cover-title">
        <bdi>{brand.name}</bdi>
      </p>
      {brand.tagline !== null && <p dir="auto">{brand.tagline}</p>}
    </Cover>
  );
}
