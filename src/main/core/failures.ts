// Makes every Failure of the main process: facts, a fresh report id, and one line in the log under that id.
// SECURITY: the log gets the code and the report id, never the facts' texts, the seller's text or any input.
import {
  environmentCodes,
  type EnvironmentCode,
  type Failure,
  type FailureFacts,
  type Report,
} from '../../shared/failure.ts';
import { type Log } from './ports.ts';
import { type RandomHex } from '@latchkey/client/ports.ts';

export interface Failures {
  /** A new failure, logged. `sellerText`: already cleaned words of the service. */
  readonly make: (facts: FailureFacts, sellerText?: string | null) => Failure;
  /** A defect: the error goes to the log with its stack, under the report id. */
  readonly defect: (event: string, error: unknown) => Failure;
  /** What was reported under that id; null: nothing in this run, or too long ago. */
  readonly codeOf: (reportId: string) => FailureFacts['code'] | null;
}

/** Reports that can still be named: far more than anybody looks at. */
const mostKnown = 1000;

export function createFailures(log: Log, randomHex: RandomHex): Failures {
  const report = (sellerText: string | null): Report => ({
    reportId: randomHex().slice(0, 32),
    sellerText,
  });
  const known = new Map<string, FailureFacts['code']>();
  const note = <Made extends Failure>(failure: Made): Made => {
    known.set(failure.reportId, failure.code);
    const [oldest] = known.keys();
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
    return failure;
  };
  return {
    make(facts, sellerText = null) {
      const failure = note<Failure>({ ...facts, ...report(sellerText) });
      const { code, reportId } = failure;
      if (isEnvironment(code)) log.warn('failure', { code, reportId });
      else log.info('failure', { code, reportId });
      return failure;
    },
    defect(event, error) {
      const failure = note<Failure>({ code: 'internal', ...report(null) });
      log.error(event, { reportId: failure.reportId }, error);
      return failure;
    },
    codeOf: (reportId) => known.get(reportId) ?? null,
  };
}

/** The part of a failure that a phase shows. */
export function reportOf({ reportId, sellerText }: Failure): Report {
  return { reportId, sellerText };
}

export function isEnvironment(code: FailureFacts['code']): code is EnvironmentCode {
  return environmentCodes.some((environment) => environment === code);
}
