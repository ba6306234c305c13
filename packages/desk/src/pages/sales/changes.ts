// Changes of orders.
import { change, type MakeChange } from '../../changes/change.ts';
import type { Sale } from './sale.ts';

export function sendKeys({ order, buyer }: Pick<Sale, 'order' | 'buyer'>): MakeChange {
  return ({ copy: { sales } }) =>
    change({
      operation: 'sendkeys',
      parameters: { order },
      words: {
        title: sales.sendTitle,
        text: sales.sendText(buyer),
        submit: sales.send,
        done: sales.sent,
      },
    });
}
