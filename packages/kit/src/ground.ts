// The background colours of the page, for the theme and for the window before its first paint.
// style/tokens.css repeats them; a test compares the two.

export const ground = { light: '#f6f6f8', dark: '#101116' } as const;
