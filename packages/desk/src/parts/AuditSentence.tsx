// A row of the audit log, or a bulk change, as a sentence.
import { auditSentence } from '@latchkey/seller-copy/audit-text.ts';
import { useLanguage } from '../copy/language.ts';
import { nameOfLabel } from './account-label.ts';

interface AuditSentenceProps {
  readonly type: string;
  readonly detail: string;
  /** The label of the seller key. Empty for the application's own key. */
  readonly label: string;
}

export function AuditSentence({ type, detail, label }: AuditSentenceProps) {
  const { formats, seller } = useLanguage();
  const row = { type, detail, by: nameOfLabel(label) };
  return auditSentence(seller, row, formats.days).map(({ text, isValue }, index) =>
    // A sentence never changes, so its parts have no other key.
    isValue ? <bdi key={index}>{text}</bdi> : text,
  );
}
