// Lists the levels and formats of the service log. The command line checks its options with them.
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export const logFormats = ['json', 'pretty'] as const;

export type LogLevel = (typeof logLevels)[number];
export type LogFormat = (typeof logFormats)[number];
