// All that the shared files use of the platform beyond the language; every place that they run in has it. With the libraries of
// a page or of Node their other globals would be there as well.

declare class URL {
  constructor(address: string, base?: string);
  static canParse(address: string, base?: string): boolean;
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly href: string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
