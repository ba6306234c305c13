// Refuses requests of shops that would create license keys without a sale, or again at each retry
// (docs/protocol.md#bodies-of-shops).
import { fail, type SellerChange } from '../../api/seller-call.ts';
import { readExtras } from '../settings/extra-settings.ts';
import { orderFields } from '../../http/shop-body.ts';

/** Returns null if the request may create keys. `order` is the order number of the request. */
export function refuseShopBody({ application, shopBody }: SellerChange, order: string | undefined) {
  if (shopBody === null) return null;
  const { isForeign, isReadable, badOrder, end, events } = shopBody;
  if (badOrder !== null)
    return fail(
      'order-unusable',
      `${badOrder} must be text or an integer, and above 2^53 without an exponent. Nothing was created.`,
    );
  const saleEvents = (readExtras(application.extras).saleevents ?? '').toLowerCase();
  const isSale = saleEvents.split(',').some((one) => events.has(one.trim()));
  if (saleEvents !== '' && (isForeign || events.size > 0) && !isSale)
    return fail(
      'not-a-sale',
      'The body has none of the events of the setting saleevents. Nothing was created.',
    );
  if (application.unknownOrders === 'make') return null;
  if (end !== null)
    return fail(
      'not-a-sale',
      `${labelOf(end)} reports a refund, a cancellation or a failed payment. Nothing was created.`,
    );
  if (!isReadable)
    return fail(
      'body-unreadable',
      'It must be JSON or a form, so that a refund is not taken for a sale. Nothing was created.',
    );
  if (order !== undefined || !isForeign) return null;
  return fail(
    'order-missing',
    `The service looked for the parameter order, and in JSON for ${orderFields.join(' and ')}. Let the shop add its order number to the URL (&order=...). Nothing was created, because each retry would create more keys (setting unknownorders).`,
  );
}

/** Names a field in a message, which stays short and ASCII even if the shop invents the name. */
function labelOf(path: string): string {
  return /^[A-Za-z0-9_.:-]{1,64}$/.test(path) ? `The field ${path}` : 'A field';
}
