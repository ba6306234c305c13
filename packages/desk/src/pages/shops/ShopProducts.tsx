// What the products of a shop give.
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useLanguage } from '../../copy/language.ts';
import { durationText } from '../licenses/license.ts';
import { mapProduct, unmapProduct } from './changes.ts';
import { productName, type Shop, type ShopProduct } from './shop.ts';

export function ShopProducts({ shop }: { readonly shop: Shop }) {
  const { shops } = useLanguage().copy;
  const { products } = shop;
  return (
    <Sheet
      title={shops.products}
      mark={
        <ChangeButton kind="outlined" change={mapProduct({ ...shop, products: [] })}>
          {shops.map}
        </ChangeButton>
      }
    >
      {products.length === 0 ? (
        <SheetPart>
          <p className="small">{shops.productsNone}</p>
        </SheetPart>
      ) : (
        <Rows>
          {products.map((product) => (
            <ProductRow key={product.product} shop={shop} product={product} />
          ))}
        </Rows>
      )}
    </Sheet>
  );
}

interface ProductRowProps {
  readonly shop: Shop;
  readonly product: ShopProduct;
}

function ProductRow({ shop, product }: ProductRowProps) {
  const { copy, formats } = useLanguage();
  const { shops } = copy;
  const { subscription, seconds, amount } = product;
  const name = productName(copy, product.product);
  const time = durationText(copy, formats, seconds);
  const products = [product.product];
  return (
    <Row
      name={name}
      tool={
        <span className="setting-tools">
          <ChangeButton
            kind="quiet"
            label={shops.changeOf(name)}
            change={mapProduct({ ...shop, products, now: product })}
          >
            {shops.change}
          </ChangeButton>
          <ChangeButton
            kind="quiet"
            danger
            label={shops.unmapOf(name)}
            change={unmapProduct(shop, product)}
          >
            {shops.unmap}
          </ChangeButton>
        </span>
      }
    >
      <p className="small">
        <bdi>
          {amount === 1
            ? shops.gives(subscription, time)
            : shops.givesKeys(subscription, time, formats.number(amount))}
        </bdi>
      </p>
    </Row>
  );
}
