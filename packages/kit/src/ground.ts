// The page's ground colours: the theme is derived from them, and the window has them before its first paint. The same stand in
// style/tokens.css, which a test holds against them.

export const ground = { light: '#f6f6f8', dark: '#101116' } as const;
