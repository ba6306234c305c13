// Labels of accounts in the audit log and in jobs (docs/desk.md#roles).
export const accountPrefix = 'account ';

/** Returns the name of an account, or the label of a seller key unchanged. */
export function nameOfLabel(label: string): string {
  return label.startsWith(accountPrefix) ? label.slice(accountPrefix.length) : label;
}
