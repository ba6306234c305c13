// The support code with Copy details, and what it is for.
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { supportCode, supportDetails } from '../../copy/support-words.ts';
import type { Report } from '../../shared/failure.ts';
import { CopyButton } from './CopyButton.tsx';

export interface SupportLineProps {
  readonly report: Report;
  readonly what: string;
  /** What it is stands beside it already. */
  readonly named?: boolean;
}

export function SupportLine({ report, what, named = false }: SupportLineProps) {
  const { brand, version, loaderVersion } = useParts().info;
  const copy = useCopy();
  const words = copy.support;
  const program = { name: brand.name, version, loaderVersion };
  return (
    <span className="support">
      {!named && <span>{words.code}</span>}
      <span className="mono">{supportCode(report)}</span>
      <CopyButton
        label={words.details}
        text={() => supportDetails(copy, report, what, Date.now(), program)}
      />
      <span className="small">{fill(words.codeMeans, { brand: brand.name })}</span>
    </span>
  );
}
