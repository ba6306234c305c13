// A failed request of a page: data with a code. Sentences are in the catalogues of the page.

export interface Failure {
  readonly code: string;
  /** The service's own sentence, in English. Empty if the service did not answer. */
  readonly message: string;
  /** Seconds until a retry may succeed. */
  readonly retryAfter: number | null;
  /** Other fields of the answer, such as `parameter`. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The failure in anything that was thrown. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof RequestFailed) return thrown.failure;
  const message = thrown instanceof Error ? thrown.message : '';
  return { code: 'page-fault', message, retryAfter: null, facts: {} };
}
