// Formats a number of a setting with its unit.
import { useFormats } from '../../../copy/language.ts';
import { convert, naturalUnit, type Unit } from '../numbers.ts';

/** The returned function formats a value, such as "2 days". */
export function useAmountText(unit: Unit | null): (value: number) => string {
  const formats = useFormats();
  return (value) => {
    if (unit === null) return formats.number(value);
    const natural = naturalUnit(value, unit);
    return formats.duration(convert(value, unit, natural), natural);
  };
}
