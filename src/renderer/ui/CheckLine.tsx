// Line below the subscriptions that shows a check in progress or its result. Its height is fixed.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import type { Copy } from '../../copy/copy.ts';
import { fill, joinSentences } from '../../copy/sentences.ts';
import { isAppActive } from '../../shared/phases.ts';
import type { Program } from '../../shared/program.ts';
import type { Notice } from '../../shared/session.ts';
import { CheckResult } from './CheckResult.tsx';
import { useAnnouncement } from './use-live-region.ts';
import { showsSpinner, useWait } from '@latchkey/kit/use-wait.ts';

export function CheckLine() {
  const { phase, step, notice, program } = useLoaderContext().session;
  const { checkResults, steps } = useCopy();
  const foundText = notice?.kind === 'checked' ? foundTextOf(checkResults, notice, program) : null;
  const wait = useWait(!isAppActive(phase) && step === 'checking-subscription');
  const doing = showsSpinner(wait) ? steps[step ?? 'waiting'] : null;
  useAnnouncement(doing);
  return (
    <div className="check-line">
      {doing !== null ? (
        <p className="small appear">{doing}</p>
      ) : (
        notice?.kind === 'checked' && (
          <CheckResult
            key={notice.at}
            at={notice.at}
            resultText={checkResults[foundText === null ? resultKeyOf(notice) : 'found']}
            {...(foundText !== null && { more: foundText })}
          />
        )
      )}
    </div>
  );
}

type Checked = Extract<Notice, { readonly kind: 'checked' }>;

/** Returns what the check found, in one sentence each; null if it found nothing. */
function foundTextOf(
  texts: Copy['checkResults'],
  { found }: Checked,
  program: Program | null,
): string | null {
  if (found === undefined) return null;
  const { subscriptions, loader } = found;
  // Installed since, or withdrawn.
  const isOffered = found.program !== null && program?.available?.version === found.program;
  const sentences = [
    subscriptions ? texts.foundSubscriptions : null,
    isOffered ? fill(texts.foundProgram, { version: found.program }) : null,
    loader === null ? null : fill(texts.foundLoader, { version: loader }),
  ];
  return sentences.every((one) => one === null) ? null : joinSentences(...sentences);
}

function resultKeyOf({ changed, service }: Checked) {
  if (service !== undefined) return service === 'back' ? 'back' : 'offline';
  if (changed === null) return 'session';
  return changed ? 'changed' : 'unchanged';
}
