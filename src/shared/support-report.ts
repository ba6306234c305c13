// The report with a support code that a user sends to the brand.

/** `text`: the complete text that is sent. */
export interface SupportReport {
  readonly text: string;
}

/** A report that the service confirmed. */
export interface SentReport extends SupportReport {
  /** By this computer's clock. */
  readonly sentAt: number;
  /** Sent by an earlier call; this call sent nothing. */
  readonly earlier: boolean;
}
