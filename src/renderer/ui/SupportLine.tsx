// Shows the support code with its explanation, and buttons to copy the details or send a report.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { supportDetails } from '../../copy/support-texts.ts';
import type { Report } from '../../shared/failure.ts';
import { supportCode } from '../../shared/support-code.ts';
import { CopyButton } from './CopyButton.tsx';
import { SendReport } from './SendReport.tsx';

export interface SupportLineProps {
  readonly report: Report;
  readonly situation: string;
  /** Whether the parent already shows the label. */
  readonly isLabelled?: boolean;
}

export function SupportLine({ report, situation, isLabelled = false }: SupportLineProps) {
  const { brand, loaderVersion, commit } = useLoaderContext().info;
  const copy = useCopy();
  const texts = copy.support;
  const program = { name: brand.name, loaderVersion, commit };
  return (
    <span className="support">
      {!isLabelled && <span>{texts.code}</span>}
      <span className="mono">{supportCode(report)}</span>
      <CopyButton
        label={texts.details}
        text={() => supportDetails(copy, report, situation, Date.now(), program)}
      />
      <SendReport report={report} situation={situation} />
      <span className="small">{fill(texts.codeMeans, { brand: brand.name })}</span>
    </span>
  );
}
