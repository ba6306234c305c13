// The receipt of a request to move an account to this computer.
export interface DeviceRequest {
  readonly username: string;
  /** The first 8 characters of the device id. */
  readonly shortDeviceId: string;
  /** By this computer's clock, like `againAt`. */
  readonly sentAt: number;
  /** The next request is sent at this time at the earliest. */
  readonly againAt: number;
  /** Sent by an earlier call; this call sent nothing. */
  readonly earlier: boolean;
}
