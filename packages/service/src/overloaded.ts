// Too much to do. Not the asker's fault: nothing may be counted against them, and nothing they asked for has been done.

export class Overloaded extends Error {
  override readonly name = 'Overloaded';
  /** Seconds, 1 to 30. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('The service is overloaded');
    this.retryAfter = retryAfter;
  }
}
