// English.
import type { Language } from '../language.ts';
import { applicationFailures } from './application-failures.ts';
import { auditSentences, auditWords } from './audit-sentences.ts';
import { changeSentences } from './change-sentences.ts';
import { dataWords } from './data-words.ts';
import { licenseFailures } from './license-failures.ts';
import { requestFailures } from './request-failures.ts';
import { userFailures } from './user-failures.ts';
import { whySentences } from './why-sentences.ts';

export const english: Language = {
  locale: 'en',
  failures: { ...requestFailures, ...licenseFailures, ...userFailures, ...applicationFailures },
  why: whySentences,
  nothingStops: (user) => `Nothing stops ${user} from signing in with the right password.`,
  stillOffline: (until) =>
    `The seat of a removed computer is free. It still runs offline until ${until}.`,
  sharedEmail: (user) =>
    `Other users have the same e-mail as ${user}, so ${user} can't sign in by e-mail.`,
  withheld: ({ version, channel, platform, feature }) =>
    `Version ${version} (${channel}, ${platform}) isn't offered to this user, who lacks the feature ${feature}.`,
  willBeDeleted: (user, time) => `${user} will be deleted on ${time}, as ${user} asked.`,
  otherObstacle: (code) => `The service answers "${code}".`,
  ...dataWords,
  ...changeSentences,
  auditSentences,
  auditWords,
};
