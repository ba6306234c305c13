// The report that a user sends to a brand with a support code, as the page shows it.

/** `text`: exactly what is sent; it holds nothing else about this computer or user. */
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
