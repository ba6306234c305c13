// Creates every Failure of the main process, each with a new report id and one log line.
// SECURITY: the log gets the code and the report id; no other fact, seller text or input.
import {
  isEnvironment,
  type Failure,
  type FailureFacts,
  type Report,
} from '../../shared/failure.ts';
import { type Log } from './ports.ts';
import { type RandomHex } from '@latchkey/client/ports.ts';

export interface Failures {
  /** Creates and logs a failure. `sellerText`: text of the service, already cleaned. */
  readonly make: (facts: FailureFacts, sellerText?: string | null) => Failure;
  /** Creates a failure for a defect; the error is logged with its stack, under the report id. */
  readonly defect: (event: string, error: unknown) => Failure;
  /** Returns the code that has this report id; null if it is from another run or evicted. */
  readonly codeOf: (reportId: string) => FailureFacts['code'] | null;
}

/** The number of report ids that `codeOf` remembers. The oldest ones are evicted. */
const maxRememberedReports = 1000;

export function createFailures(log: Log, randomHex: RandomHex): Failures {
  const report = (sellerText: string | null): Report => ({
    reportId: randomHex().slice(0, 32),
    sellerText,
  });
  const remembered = new Map<string, FailureFacts['code']>();
  const remember = <Made extends Failure>(failure: Made): Made => {
    remembered.set(failure.reportId, failure.code);
    const [oldest] = remembered.keys();
    if (remembered.size > maxRememberedReports && oldest !== undefined) remembered.delete(oldest);
    return failure;
  };
  return {
    make(facts, sellerText = null) {
      const failure = remember<Failure>({ ...facts, ...report(sellerText) });
      const { code, reportId } = failure;
      if (isEnvironment(code)) log.warn('failure', { code, reportId });
      else log.info('failure', { code, reportId });
      return failure;
    },
    defect(event, error) {
      const failure = remember<Failure>({ code: 'internal', ...report(null) });
      log.error(event, { reportId: failure.reportId }, error);
      return failure;
    },
    codeOf: (reportId) => remembered.get(reportId) ?? null,
  };
}

/** Returns the part of a failure that a phase shows. */
export function reportOf({ reportId, sellerText }: Failure): Report {
  return { reportId, sellerText };
}
