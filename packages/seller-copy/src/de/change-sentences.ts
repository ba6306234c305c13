// German sentences about changes of many rows, and about the time of users.
import type { BulkType } from '@latchkey/protocol/seller/bulk.ts';
import type { ChangeSentences } from '../language.ts';

/** Completions of "Das …". The number of rows follows. */
const bulkEffects: Readonly<Record<BulkType, string>> = {
  addtime: 'verlängert unbenutzte Schlüssel',
  delunused: 'löscht unbenutzte Schlüssel',
  delused: 'löscht eingelöste Schlüssel',
  delalllicenses: 'löscht Schlüssel, eingelöste und unbenutzte',
  delexpusers: 'löscht Benutzer mit abgelaufenen Abonnements',
  delallusers: 'löscht Benutzer mit allen ihren Daten',
  resetalluser: 'entfernt die Computer von Benutzern',
  extend: 'verlängert das Abonnement aller Benutzer',
  setvar: 'setzt eine Variable aller Benutzer',
  massUserVarDelete: 'löscht Variablen von Benutzern',
  delappsub: 'entfernt das Abonnement von Benutzern',
  pausesub: 'pausiert das Abonnement von Benutzern',
  unpausesub: 'setzt das Abonnement von Benutzern fort',
  delallvars: 'löscht Variablen',
  delallfiles: 'löscht Dateien',
  delallwebhooks: 'löscht Webhooks',
  delallbuttons: 'löscht Schaltflächen',
  killall: 'beendet Sitzungen',
  delchannel: 'löscht den Kanal und seine Nachrichten',
  clearchannel: 'löscht Nachrichten',
  delblacks: 'löscht Einträge der Sperrliste',
  delallwhites: 'löscht Einträge der Ausnahmeliste',
  dellogs: 'löscht Zeilen des Protokolls',
  delauditlog: 'löscht Zeilen des Änderungsprotokolls',
};

export const changeSentences: ChangeSentences = {
  bulkEffects,
  bulk: (type, count) =>
    `Das ${bulkEffects[type]}${count === null ? '. Die Anzahl ist unbekannt.' : `: ${count}.`}`,
  grants: {
    sources: {
      trial: 'Testzeitraum',
      seller: 'manuell gegeben',
      import: 'importiert',
      unknown: 'unbekannte Herkunft',
    },
    causes: {
      ban: 'durch die Sperre des Schlüssels',
      refund: 'durch eine Erstattung',
      delete: 'durch das Löschen des Schlüssels',
      seller: 'manuell',
      dispute: 'weil die Zahlung angefochten ist',
    },
    key: (key) => `Schlüssel ${key}`,
    removed: (duration) => `manuell abgezogen: ${duration}`,
    revoked: (duration, time, cause) => `davon am ${time} entzogen: ${duration} ${cause}`,
    left: (duration) => `noch übrig: ${duration}`,
    allLeft: 'noch ganz übrig',
    usedUp: 'verbraucht',
    amount: (duration, subscription) => `${duration} ${subscription}`,
    revokedFrom: (amounts, user) => `${user} verliert ${amounts}.`,
    restoredTo: (amounts, user) => `${user} erhält ${amounts} zurück.`,
    dryRun: {
      revokedFrom: (amounts, user) => `${user} würde ${amounts} verlieren.`,
      restoredTo: (amounts, user) => `${user} würde ${amounts} zurückerhalten.`,
    },
  },
};
