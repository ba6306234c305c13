// German.
import type { Language } from '../language.ts';
import { applicationFailures } from './application-failures.ts';
import { auditSentences, auditWords } from './audit-sentences.ts';
import { changeSentences } from './change-sentences.ts';
import { dataWords } from './data-words.ts';
import { licenseFailures } from './license-failures.ts';
import { requestFailures } from './request-failures.ts';
import { userFailures } from './user-failures.ts';
import { whySentences } from './why-sentences.ts';

export const german: Language = {
  locale: 'de',
  failures: { ...requestFailures, ...licenseFailures, ...userFailures, ...applicationFailures },
  why: whySentences,
  nothingStops: (user) => `Mit dem richtigen Passwort kann sich ${user} anmelden.`,
  stillOffline: (until) =>
    `Der Platz eines entfernten Computers ist frei. Der Computer ist noch bis ${until} offline nutzbar.`,
  sharedEmail: (user) =>
    `Andere Benutzer haben dieselbe E-Mail-Adresse wie ${user}. Damit ist keine Anmeldung möglich.`,
  withheld: ({ version, channel, platform, feature }) =>
    `Version ${version} (${channel}, ${platform}) wird diesem Benutzer nicht angeboten: Die Funktion ${feature} fehlt.`,
  willBeDeleted: (user, time) => `${user} wird auf eigenen Wunsch am ${time} gelöscht.`,
  otherObstacle: (code) => `Der Dienst antwortet „${code}“.`,
  ...dataWords,
  ...changeSentences,
  auditSentences,
  auditWords,
};
