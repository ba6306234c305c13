// Seller API: parameters shared by operations on licenses and subscriptions.
import { z } from 'zod';
import { maxListedKeys, maxOrder } from '../limits.ts';
import { keyText } from '../primitives.ts';
import { daysAsSeconds, freeText, wholeDigits } from '../seller-spec.ts';

/** 1 to 12 digits without leading zeros, because levels are compared as text. */
export const level = z
  .string()
  .overwrite(wholeDigits)
  .regex(/^(0|[1-9][0-9]{0,11})$/);

/** A number of days above zero. Parses to whole seconds. */
export const positiveDays = daysAsSeconds.refine((seconds) => seconds > 0);

/** Order number of a shop. Orders are compared exactly. */
export const orderText = freeText(maxOrder, 1).refine((text) => !/[\n\r\t]/.test(text));

/** Keys separated by commas. The service creates no key that contains a comma. */
export const keyList = z
  .string()
  .max(40_000)
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  )
  .pipe(z.array(keyText).min(1).max(maxListedKeys));
