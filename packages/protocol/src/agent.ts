// The browser and system in the text that a browser sends about itself.

/** Every browser also names others, so the first match counts. */
const browsers = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

export interface Agent {
  readonly browser: string | null;
  readonly system: string | null;
}

export function agentOf(text: string): Agent {
  const find = (list: typeof browsers | typeof systems) =>
    list.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return { browser: find(browsers), system: find(systems) };
}
