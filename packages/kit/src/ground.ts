// Background colours of the page, for the theme and for the window before its first paint. Must
// equal those of style/tokens.css; a test compares them.

export const ground = { light: '#f6f6f8', dark: '#101116' } as const;
