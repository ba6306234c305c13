// The receipt of a request that asks the brand to move an account to this computer.
export interface DeviceRequest {
  readonly username: string;
  /** The first 8 characters of the device id. */
  readonly shortDeviceId: string;
  /** Unix milliseconds by this computer's clock, like `againAt`. */
  readonly sentAt: number;
  /** No other request is sent before this time. */
  readonly againAt: number;
  /** An earlier call sent the request, and this call sent nothing. */
  readonly earlier: boolean;
}
