// Types of the error report that a user can send to the brand.

/** `text`: the complete text of the report. */
export interface SupportReport {
  readonly text: string;
}

/** A report that the service confirmed. */
export interface SentReport extends SupportReport {
  /** Unix milliseconds by this computer's clock. */
  readonly sentAt: number;
  /** An earlier call sent the report, and this call sent nothing. */
  readonly earlier: boolean;
}
