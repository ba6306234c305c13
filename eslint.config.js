// The rules that every file follows; which room may know what stands in eslint.walls.js.
import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import {
  forbiddenEverywhere,
  forbiddenSyntax,
  noHandMadeSentences,
  readsLater,
  walls,
} from './eslint.walls.js';

const nodeGlobals =
  'process console URL URLSearchParams performance Buffer setTimeout clearTimeout AbortSignal require module __dirname'.split(
    ' ',
  );
/** The page has no network and keeps nothing: both are the main process's. */
const notInPage = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'localStorage',
  'sessionStorage',
];
const exhaustive = {
  allowDefaultCaseForExhaustiveSwitch: false,
  considerDefaultExhaustiveForUnions: false,
};
const unusedUnlessNamedSo = { argsIgnorePattern: '^_', varsIgnorePattern: '^_' };

export default tseslint.config(
  { ignores: ['out', 'dist', 'node_modules', 'test-results', 'playwright-report', '.demo'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', exhaustive],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', unusedUnlessNamedSo],
      // There are no enums here, and private members already make a class nominal. The two took 40 % of the time of lint.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...forbiddenEverywhere],
      'max-lines': ['error', { max: 250 }],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', ...forbiddenSyntax],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])),
    },
    rules: { 'max-lines': ['error', { max: 250 }] },
  },
  { files: ['*.config.ts', 'vite.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    // What the language alone shows; axe looks at what is drawn.
    files: ['**/*.tsx'],
    extends: [jsxA11y.configs.strict],
  },
  {
    files: ['src/renderer/**/*.tsx', 'src/renderer/**/*.ts'],
    extends: [reactHooks.configs.flat['recommended-latest']],
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
  {
    files: ['test/**/*.ts', 'test/**/*.tsx'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^electron$',
              allowTypeImports: true,
              message: 'Unit tests never import the value electron.',
            },
          ],
        },
      ],
    },
  },
);
