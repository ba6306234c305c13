// English.
import type { Language } from '../language.ts';
import { applicationFailures } from './application-failures.ts';
import { licenseFailures } from './license-failures.ts';
import { requestFailures } from './request-failures.ts';
import { userFailures } from './user-failures.ts';

export const english: Language = {
  locale: 'en',
  failures: { ...requestFailures, ...licenseFailures, ...userFailures, ...applicationFailures },
};
