// Makes a hostile case whose connection misbehaves.
import type { HostileCase } from './cases.ts';

export type Deed = NonNullable<HostileCase['deed']>;

export const broken = (name: string, deed: Deed, more: Partial<HostileCase> = {}): HostileCase => ({
  name,
  at: 'sign-in',
  deed,
  failure: 'bad-reply',
  ...more,
});
