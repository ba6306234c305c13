// The English texts of the window. Their type is the type of every language.
export * as english from './all.ts';
