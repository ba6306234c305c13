// All German texts of the window. Two files with the same name do not compile.
export * from './account-changes.ts';
export * from './account-screen.ts';
export * from './account.ts';
export * from './accounts.ts';
export * from './chat.ts';
export * from './check-results.ts';
export * from './community.ts';
export * from './computers.ts';
export * from './connection-check.ts';
export * from './connection.ts';
export * from './deep-link.ts';
export * from './delivery.ts';
export * from './device-changes.ts';
export * from './failure-facts.ts';
export * from './failures.ts';
export * from './field-rules.ts';
export * from './frame.ts';
export * from './one-time-code.ts';
export * from './options.ts';
export * from './ready.ts';
export * from './recovery-codes.ts';
export * from './redeem.ts';
export * from './saved-sign-ins.ts';
export * from './send-report.ts';
export * from './settings.ts';
export * from './sign-in.ts';
export * from './states.ts';
export * from './support.ts';
export * from './tasks.ts';
export * from './two-factor.ts';
export * from './waiting.ts';

/** The locale for dates, numbers and plurals. */
export const locale = 'de';
