// Defines the error for work that an overloaded service refused before it began. Such a refusal
// never counts against the caller.

export class Overloaded extends Error {
  override readonly name = 'Overloaded';
  /** Seconds, 1 to 30. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('The service is overloaded');
    this.retryAfter = retryAfter;
  }
}
