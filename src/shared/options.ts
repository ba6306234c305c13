// The options that follow an account: what is offered, what is chosen, and what came of choosing.

/** As the seller wrote it. */
export interface OptionOffer {
  readonly name: string;
  readonly label: string;
  /** The first one counts until somebody has chosen. */
  readonly values: readonly string[];
}

/** Name -> what counts, which is one of the offered values. */
export type OptionValues = Readonly<Record<string, string>>;

/** What the service tells when it is asked after saving. */
export interface SavedOption {
  /** `elsewhere`: another one was chosen meanwhile, and nothing was saved. `lost`: the service said that it was done, and it is not. */
  readonly end: 'saved' | 'elsewhere' | 'lost';
  /** What counts now. */
  readonly value: string;
}
