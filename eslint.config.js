// The walls of the house: which room may import which, and the rules every file follows.
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const rooms = ['shared', 'main', 'preload', 'renderer', 'preview', 'service', 'cli'];

/** Forbids relative imports of other rooms but those named, and the packages and built-ins that match `packages`. */
function wall(files, { rooms: open = [], types = [], values = [], forbid = [], ignores = [] }) {
  const here = files[0].split('/')[1];
  const closed = rooms.filter(
    (room) => room !== here && !open.includes(room) && !types.includes(room),
  );
  const patterns = [
    { regex: '(^|/)test/', message: 'Nothing in src imports from test.' },
    ...closed.map((room) => ({
      regex: `^\\.\\./(.*/)?${room}/`,
      message: `${here} does not know ${room}.`,
    })),
    ...types.map((room) => ({
      regex: `^\\.\\./(.*/)?${room}/(?!(${values.join('|')})\\.ts$)`,
      allowTypeImports: true,
      message: `${here} knows only the types of ${room}${values.length > 0 ? ', and what is free of zod' : ''}.`,
    })),
    ...forbid,
  ];
  return {
    files,
    ignores,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

const tooNew = ['URL.canParse', 'URL.parse', 'AbortSignal.any'].map((name) => ({
  object: name.split('.')[0],
  property: name.split('.')[1],
  message: 'The oldest engine that the loader runs in (Chromium 108, Node 16) lacks it.',
}));
const nodeGlobals =
  'process console URL URLSearchParams performance Buffer setTimeout clearTimeout AbortSignal require module __dirname'.split(
    ' ',
  );
const exhaustive = {
  allowDefaultCaseForExhaustiveSwitch: false,
  considerDefaultExhaustiveForUnions: false,
};
const unusedUnlessNamedSo = { argsIgnorePattern: '^_', varsIgnorePattern: '^_' };
const forbiddenSyntax = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of texts.' },
];
/** A fact that holds `$&` would change the sentence around it. */
const noHandMadeSentences = {
  selector: 'CallExpression[callee.property.name=/^replace(All)?$/][arguments.0.value=/[{]/]',
  message: 'Sentences are filled by fill() of copy/fill.ts.',
};

const noPackages = (message) => ({ regex: '^[^.]', message });
const noElectron = {
  regex: '^electron(/|$)',
  message: 'Electron is known in the shell, two adapters, compose and the preload.',
};
const noDirectIo = {
  regex:
    '^(node:)?(fs|fs/promises|child_process|worker_threads|net|tls|http|https|http2|dns|os)$|^systeminformation(/|$)',
  message: 'Input and output live in the adapters, behind a port.',
};
const noAdapters = {
  regex: '/(adapters|shell)/|/compose\\.ts$',
  message: 'The core knows ports only.',
};

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
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...forbiddenSyntax],
      'max-lines': ['error', { max: 250 }],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: {
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
    files: ['src/renderer/**/*.tsx', 'src/renderer/**/*.ts'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      'no-restricted-syntax': ['error', ...forbiddenSyntax, noHandMadeSentences],
      'no-restricted-globals': [
        'error',
        'fetch',
        'XMLHttpRequest',
        'WebSocket',
        'EventSource',
        'localStorage',
        'sessionStorage',
      ],
    },
  },
  {
    // The language itself is bounded by `lib` of each room's tsconfig; the types of the platform know no versions.
    files: ['src/{main,preload,renderer,shared}/**/*.ts', 'src/renderer/**/*.tsx'],
    ignores: ['src/shared/wire/seller/**'],
    rules: { 'no-restricted-properties': ['error', ...tooNew] },
  },

  wall(['src/shared/**/*.ts'], {
    forbid: [{ regex: '^(?!zod$)[^.]', message: 'shared imports zod and nothing else.' }],
  }),
  wall(['src/main/core/**/*.ts'], {
    rooms: ['shared'],
    forbid: [noElectron, noDirectIo, noAdapters],
  }),
  wall(['src/main/adapters/**/*.ts'], {
    rooms: ['shared'],
    forbid: [
      noElectron,
      {
        regex: '/shell/|/compose\\.ts$',
        message: 'Adapters know the core and nothing above them.',
      },
    ],
    ignores: ['src/main/adapters/http-electron.ts', 'src/main/adapters/vault.ts'],
  }),
  wall(['src/main/adapters/http-electron.ts', 'src/main/adapters/vault.ts'], {
    rooms: ['shared'],
    forbid: [
      {
        regex: '/shell/|/compose\\.ts$',
        message: 'Adapters know the core and nothing above them.',
      },
    ],
  }),
  wall(['src/main/shell/**/*.ts'], {
    rooms: ['shared'],
    forbid: [
      {
        regex: '/adapters/|/compose\\.ts$',
        message: 'The shell is given what it needs by compose.ts.',
      },
    ],
  }),
  wall(['src/preload/**/*.ts'], {
    types: ['shared'],
    forbid: [
      {
        regex: '^(?!electron$)[^.]',
        message: 'The preload imports electron and the list of commands.',
      },
    ],
    ignores: ['src/preload/index.ts'],
  }),
  {
    files: ['src/preload/index.ts'],
    rules: {
      'max-lines': ['error', { max: 40 }],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!electron$|\\.\\./shared/commands\\.ts$)',
              allowTypeImports: true,
              message: 'The preload imports electron, the list of commands, and types.',
            },
          ],
        },
      ],
    },
  },
  wall(['src/renderer/**/*.ts', 'src/renderer/**/*.tsx'], {
    types: ['shared'],
    values: ['phases'],
    forbid: [
      noElectron,
      {
        regex: '^(node:|zod(/|$)|systeminformation(/|$))',
        message: 'The renderer has no Node and no zod.',
      },
    ],
  }),
  wall(['src/service/**/*.ts'], { rooms: ['shared'], forbid: [noElectron] }),
  wall(['src/cli/**/*.ts'], {
    rooms: ['shared', 'service'],
    forbid: [
      noElectron,
      {
        regex: '/service/(?!host/administration\\.ts$)',
        message: 'The command line knows administration.ts of the service and nothing else of it.',
      },
    ],
  }),
  wall(['src/preview/**/*.ts'], {
    rooms: ['shared', 'main'],
    forbid: [
      noElectron,
      { regex: '/shell/|/compose\\.ts$', message: 'The preview has a composition of its own.' },
    ],
    ignores: ['src/preview/page/**'],
  }),
  wall(['src/preview/page/**/*.ts'], {
    rooms: ['shared'],
    forbid: [noPackages('The page imports the list of commands and types.')],
  }),
  {
    files: ['test/**/*.ts', 'test/**/*.tsx'],
    rules: {
      'max-lines': ['error', { max: 400 }],
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
