// The error of an overloaded service. Nothing was done, so nothing may count against the caller.

export class Overloaded extends Error {
  override readonly name = 'Overloaded';
  /** Seconds, 1 to 30. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('The service is overloaded');
    this.retryAfter = retryAfter;
  }
}
