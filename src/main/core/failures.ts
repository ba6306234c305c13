// Makes every Failure of the main process: facts, a fresh report id, and one line in the log under that id.
// SECURITY: the log gets the code and the report id, never the facts' texts, the seller's text or any input.
import {
  environmentCodes,
  type EnvironmentCode,
  type Failure,
  type FailureFacts,
  type Report,
} from '../../shared/failure.ts';
import { type Log, type RandomHex } from './ports.ts';

export interface Failures {
  /** A new failure, logged. `sellerText`: already cleaned words of the service. */
  readonly make: (facts: FailureFacts, sellerText?: string | null) => Failure;
  /** A defect: the error goes to the log with its stack, under the report id. */
  readonly defect: (event: string, error: unknown) => Failure;
}

export function createFailures(log: Log, randomHex: RandomHex): Failures {
  const report = (sellerText: string | null): Report => ({
    reportId: randomHex().slice(0, 32),
    sellerText,
  });
  return {
    make(facts, sellerText = null) {
      const failure: Failure = { ...facts, ...report(sellerText) };
      const { code, reportId } = failure;
      if (isEnvironment(code)) log.warn('failure', { code, reportId });
      else log.info('failure', { code, reportId });
      return failure;
    },
    defect(event, error) {
      const failure: Failure = { code: 'internal', ...report(null) };
      log.error(event, { reportId: failure.reportId }, error);
      return failure;
    },
  };
}

/** The part of a failure that a phase shows. */
export function reportOf({ reportId, sellerText }: Failure): Report {
  return { reportId, sellerText };
}

export function isEnvironment(code: FailureFacts['code']): code is EnvironmentCode {
  return environmentCodes.some((environment) => environment === code);
}
