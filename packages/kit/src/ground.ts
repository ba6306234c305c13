// Background colours of the page, for the theme and for the window before its first paint. A test
// compares these values with style/tokens.css.

export const ground = { light: '#f6f6f8', dark: '#101116' } as const;
