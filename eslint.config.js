// Which room may import what, and which globals it may not touch: eslint.walls.js. The rules that every file follows stand in
// .oxlintrc.json.
import tseslint from 'typescript-eslint';
import {
  forbiddenEverywhere,
  forbiddenSyntax,
  noHandMadeSentences,
  readsLater,
  walls,
} from './eslint.walls.js';

/** The page has no network and keeps nothing: both are the main process's. */
const notInPage = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'localStorage',
  'sessionStorage',
];

export default [
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    // A line that switches a rule off names one of oxlint.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenSyntax] },
  },
  {
    files: ['src/renderer/**/*.tsx', 'src/renderer/**/*.ts'],
    // Without their names no rule looks through them.
    languageOptions: { globals: { window: 'readonly', self: 'readonly' } },
    rules: {
      'no-restricted-syntax': ['error', ...forbiddenSyntax, noHandMadeSentences],
      'no-restricted-globals': ['error', { globals: notInPage, checkGlobalObject: true }],
    },
  },
  ...walls,
  {
    files: readsLater,
    rules: { 'no-restricted-syntax': ['error', ...forbiddenEverywhere, noHandMadeSentences] },
  },
];
