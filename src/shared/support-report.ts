// What a user sends to a brand beside a support code, as it is shown before and after.

/** Word for word what goes out, and nothing else of this computer or user. */
export interface SupportReport {
  readonly text: string;
}

/** That it went out, and the service has it. */
export interface SentReport extends SupportReport {
  /** By this computer's clock. */
  readonly sentAt: number;
  /** It was sent before: nothing was sent now. */
  readonly earlier: boolean;
}
