// What connected shops were paid in the last days, less refunds, by currency.
import { Stat, Stats } from '@latchkey/kit/Stat.tsx';
import { useAsk } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';

/** Draws nothing without sales, and nothing until that is known. */
export function Revenue() {
  const { copy, formats } = useLanguage();
  const revenue = useAsk('revenue', {}).data?.revenue ?? [];
  if (revenue.length === 0) return null;
  return (
    <Stats>
      {revenue.map(({ currency, amount }) => (
        <Stat
          key={currency}
          label={copy.homeSales.revenue(currency)}
          value={formats.money(amount, currency)}
        />
      ))}
    </Stats>
  );
}
