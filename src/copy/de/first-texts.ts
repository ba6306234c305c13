// The German texts of the page's first script: the start, the sign-in and the frame.
export * from './connection-check.ts';
export * from './field-rules.ts';
export * from './frame.ts';
export * from './saved-sign-ins.ts';
export * from './settings.ts';
export * from './sign-in.ts';
export * from './support.ts';
export * from './waiting.ts';

/** The locale for dates, numbers and plurals. */
export const locale = 'de';
