// All German texts of the window. Two files with the same name do not compile.
export * from './first-texts.ts';
export * from './later-texts.ts';
