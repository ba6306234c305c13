// How a wall of the house is made: which rooms, packages and built-ins the files of one may import.

const rooms = ['shared', 'copy', 'main', 'preload', 'renderer', 'preview', 'service', 'cli'];

/** Forbids relative imports of other rooms but those named, and the packages and built-ins that match `packages`. */
export function wall(
  files,
  { rooms: open = [], types = [], values = [], forbid = [], ignores = [] },
) {
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

export const noElectron = {
  regex: '^electron(/|$)',
  message: 'Electron is known in the shell, two adapters, compose and the preload.',
};
