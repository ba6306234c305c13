// What a user has asked a brand for, as the receipt shows it.

/** That the brand was asked to move an account to this computer. */
export interface DeviceRequest {
  readonly username: string;
  /** The first 8 characters of the device id. */
  readonly shortDeviceId: string;
  /** By this computer's clock, as the one below. */
  readonly sentAt: number;
  /** Nothing is sent before this time. */
  readonly againAt: number;
  /** It was sent before: nothing was sent now. */
  readonly earlier: boolean;
}
