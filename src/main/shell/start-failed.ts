// Ends a loader whose start failed: reports the reason in the log, on stderr and, in a package, in
// a dialog with a support code.
import type { App, BrowserWindow, Dialog } from 'electron';
import type { RandomHex } from '@latchkey/client/ports.ts';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { fill } from '../../copy/sentences.ts';
import { supportCode } from '../../shared/support-code.ts';
import type { Log } from '../core/ports.ts';
import { showCannotStart } from './cannot-start.ts';

/** `facts`: problems in `file`, each with the name of its field, or the paths of broken files. */
export type StartFailure =
  | { readonly kind: 'configuration'; readonly file: string; readonly facts: readonly string[] }
  | { readonly kind: 'files'; readonly facts: readonly string[] }
  | { readonly kind: 'defect'; readonly error: unknown };

export interface StartFailedParts {
  readonly app: App;
  readonly dialog: Dialog;
  readonly log: Log;
  readonly randomHex: RandomHex;
  /** The open windows, hidden ones too. */
  readonly windows: () => readonly Pick<BrowserWindow, 'destroy'>[];
  /** If false, there is no dialog: a development script waits for the loader to exit. */
  readonly production: boolean;
}

/** A dialog must fit on the display. The log has all facts. */
const maxShownFacts = 8;

/** Exits with code 1. In a package, this happens after the user has closed the dialog. */
export async function endFailedStart(
  { app, dialog, log, randomHex, windows, production }: StartFailedParts,
  failure: StartFailure,
): Promise<void> {
  const reportId = randomHex().slice(0, 32);
  const code = supportCode({ reportId });
  const { kind } = failure;
  const facts = kind === 'defect' ? [] : failure.facts;
  const error = kind === 'defect' ? failure.error : undefined;
  log.error('start-failed', { reportId, kind, facts: facts.join('\n') }, error);
  for (const line of linesOf(failure, code)) process.stderr.write(`${app.name}: ${line}\n`);
  // A broken page would cover the dialog. Closing the last window must not quit the loader yet.
  app.removeAllListeners('window-all-closed').on('window-all-closed', () => undefined);
  for (const window of windows()) window.destroy();
  const list = facts.slice(0, maxShownFacts).map((fact) => `• ${fact}`);
  try {
    if (production)
      await showCannotStart(app, dialog, (copy) =>
        [reasonOf(copy, kind), list.join('\n'), fill(copy.supportCode, { code })]
          .filter((part) => part !== '')
          .join('\n\n'),
      );
  } finally {
    app.exit(1);
  }
}

/** English, like everything on stderr. */
function linesOf(failure: StartFailure, code: string): readonly string[] {
  if (failure.kind === 'defect') return [`the start failed (support code ${code})`];
  const { facts } = failure;
  if (failure.kind === 'files') return facts.map((file) => `${file} is missing or damaged`);
  return facts.map((fact) => `the configuration ${failure.file}: ${fact}`);
}

function reasonOf(copy: ProgramCopy, kind: StartFailure['kind']): string {
  if (kind === 'configuration') return copy.configuration;
  return kind === 'files' ? copy.brokenFiles : copy.startDefect;
}
