// Types of the options that the service stores for an account: offer, values and outcome of a save.

export interface OptionOffer {
  readonly name: string;
  readonly label: string;
  /** The first value is the default. */
  readonly values: readonly string[];
}

/** Maps an option's name to its current value, which is one of the offered values. */
export type OptionValues = Readonly<Record<string, string>>;

/** The outcome of a save, and the value that the service has afterwards. */
export interface SavedOption {
  /**
   * `elsewhere`: another value was chosen meanwhile, and nothing was saved. `lost`: the service
   * confirmed the save, but still has another value.
   */
  readonly outcome: 'saved' | 'elsewhere' | 'lost';
  readonly value: string;
}
