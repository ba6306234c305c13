// Combines the error and the hint of a field.
import type { FieldError } from './form-errors.tsx';

/** An error replaces the hint, because only two lines fit below a field. */
export function withHint(fieldError: FieldError, hint: string) {
  return fieldError.error === null ? { ...fieldError, hint } : fieldError;
}
