// The support code with Copy details.
import { useParts } from '../bridge/loader-context.ts';
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
  const { info } = useParts();
  const program = { name: info.brand.name, version: info.version };
  return (
    <span className="support">
      {!named && <span className="unseen">{copyCopy.code} </span>}
      <span className="mono">{supportCode(report)}</span>
      <CopyButton
        label={copyCopy.details}
        text={() => supportDetails(report, what, Date.now(), program)}
      />
    </span>
  );
}
