// Sends a report to the brand, as a line in its application's log: once, and with the exact text
// shown before. SECURITY: the loader writes the text; the page only chooses the report.
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { supportCode } from '../../../shared/support-code.ts';
import { type SentReport, type SupportReport } from '../../../shared/support-report.ts';
import { type Action } from '../command-runner.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { handleFeatureRefusal, type ChecksParts } from './checks.ts';
import { type CoreParts } from '../parts.ts';

export type SupportReportParts = ChecksParts & Pick<CoreParts, 'loaderVersion' | 'sentReports'>;

interface ReportInput {
  readonly reportId: string;
}

export function showReport(
  core: Pick<CoreParts, 'config' | 'failures' | 'loaderVersion'>,
  { reportId }: ReportInput,
): Result<SupportReport> {
  if (!core.config.supportLog) return fail(core.failures.make({ code: 'out-of-order' }));
  const text = reportText(core, reportId);
  if (text !== null) return ok({ text });
  return fail(core.failures.make({ code: 'invalid-input', fields: ['reportId'] }));
}

export async function sendReport(
  core: SupportReportParts,
  action: Action,
  { reportId }: ReportInput,
): Promise<Result<SentReport>> {
  const shown = showReport(core, { reportId });
  if (!shown.ok) return shown;
  const { text } = shown.value;
  const before = core.sentReports.get(reportId);
  if (before !== undefined) return ok({ text, sentAt: before, earlier: true });
  action.limit();
  action.step('sending-request');
  const reply = await send(core, action, text);
  if (!reply.ok) return fail(await handleFeatureRefusal(core, action, 'supportLog', reply.refusal));
  // Recorded even after a cancel, because the report was sent.
  const sentAt = core.clock.now();
  core.sentReports.set(reportId, sentAt);
  return ok({ text, sentAt, earlier: false });
}

/** Uses a signed-in user's session, because opening a new session would end it. */
function send(core: SupportReportParts, action: Action, message: string): Promise<Reply<unknown>> {
  return accountIn(core.publisher.phase()) === null
    ? core.serviceSession.request(action, 'log', { message })
    : core.serviceSession.requestSignedIn(action, 'log', { message });
}

/** Returns null if this run has no such report. */
function reportText(
  { failures, loaderVersion }: Pick<CoreParts, 'failures' | 'loaderVersion'>,
  reportId: string,
): string | null {
  const code = failures.codeOf(reportId);
  return code === null
    ? null
    : `Support code ${supportCode({ reportId })}, failure ${code}, loader ${loaderVersion}`;
}
