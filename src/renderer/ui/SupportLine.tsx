// The support code with Copy details, and what it is for.
import { useParts } from '../bridge/loader-context.ts';
import { fill } from '../copy/fill.ts';
import { copyCopy, supportCode, supportDetails } from '../copy/support.ts';
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
  const program = { name: brand.name, version, loaderVersion };
  return (
    <span className="support">
      {!named && <span>{copyCopy.code}</span>}
      <span className="mono">{supportCode(report)}</span>
      <CopyButton
        label={copyCopy.details}
        text={() => supportDetails(report, what, Date.now(), program)}
      />
      <span className="small">{fill(copyCopy.codeMeans, { brand: brand.name })}</span>
    </span>
  );
}
