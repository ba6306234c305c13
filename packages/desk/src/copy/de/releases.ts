// German: releases of the program and of the loader.
import { maxKeptReleases } from '@latchkey/protocol/limits.ts';
import type { Copy } from '../copy.ts';

export const releases: Copy['releases'] = {
  title: 'Versionen',
  text: 'Versionen von Programm und Loader.',
  columns: {
    version: 'Version',
    kind: 'Für',
    channel: 'Kanal',
    state: 'Status',
    rollout: 'Verteilung',
    published: 'Veröffentlicht',
  },
  kindOf: (kind) => (kind === 'loader' ? 'Loader' : 'Programm'),
  states: {
    published: 'Veröffentlicht',
    retracted: 'Zurückgezogen',
    uploading: 'Wird hochgeladen',
  },
  required: 'Pflicht',
  actions: 'Aktionen',
  changeRollout: 'Verteilung ändern',
  rolloutTitle: (version) => `${version} verteilen`,
  rolloutText: 'Dieselben Benutzer kommen immer zuerst. Niemand verliert das Update.',
  rolloutLess: 'Benutzer mit dieser Version behalten sie. Anderen wird sie nicht mehr angeboten.',
  rolloutVerb: (share) => `${share} anbieten`,
  rolledOut: (version, share) => `${version} wird ${share} angeboten`,
  needs: (feature: string) => `Setzt ${feature} voraus`,
  feature: 'Vorausgesetzte Funktion',
  featureHint: 'Nur Benutzer, die sie haben, erhalten diese Version. Leer: alle Benutzer.',
  retract: 'Zurückziehen',
  retractTitle: (version) => `${version} zurückziehen?`,
  retractText: 'Sie wird niemandem mehr angeboten. Benutzer mit dieser Version behalten sie.',
  retracted: (version) => `${version} zurückgezogen`,
  offerAgain: 'Wieder anbieten',
  againTitle: (version) => `${version} wieder anbieten?`,
  againText: 'Sie wird mit der bisherigen Verteilung angeboten.',
  offered: (version) => `${version} wird wieder angeboten`,
  prune: 'Alte Versionen löschen',
  pruneTitle: 'Alte Versionen löschen',
  pruneText:
    'Löscht alle außer den neuesten je Kanal und Plattform. Installierte Programme bleiben.',
  keep: 'Versionen, die bleiben',
  keepWrong: `Geben Sie eine Zahl von 1 bis ${maxKeptReleases} ein.`,
  unfinished: 'Auch nie veröffentlichte Versionen löschen',
  pruned: (count, number) => (number === 1 ? '1 Version gelöscht' : `${count} Versionen gelöscht`),
  empty: 'Noch keine Version',
  emptyText:
    'Erstellen Sie die erste mit „latchkey release make“ und veröffentlichen Sie sie hier.',
  publish: {
    title: 'Version veröffentlichen',
    text: 'Wählen Sie den Ordner von „latchkey release make“, oder legen Sie ihn hier ab. Bevor etwas gesendet wird, wird die Signatur geprüft.',
    submit: 'Veröffentlichen',
    folder: 'Ordner der Version',
    missing: 'Wählen Sie den Ordner einer Version.',
    key: 'Öffentlicher Schlüssel des Herausgebers',
    keyHint: 'Aus „publisherKeys“ in loader.config.json',
    keyWrong: 'Ein öffentlicher Schlüssel hat 64 Stellen aus 0 bis 9 und a bis f.',
    found: ({ version, platform, channel }) => `${version} für ${platform}, Kanal ${channel}`,
    isRetracted: (version) => `${version} ist zurückgezogen und wird weiterhin niemandem angeboten`,
    faults: {
      'no-release':
        'Dieser Ordner ist keine Version. Wählen Sie einen, den „latchkey release make“ geschrieben hat.',
      'another-application': 'Diese Version gehört zu einer anderen Anwendung.',
      'not-signed':
        'Die Version ist nicht mit diesem Schlüssel signiert. Es wurde nichts gesendet.',
      'no-ed25519':
        'Dieser Browser kann die Signatur nicht prüfen. Aktualisieren Sie ihn, oder verwenden Sie „latchkey release push“.',
      stopped: 'Angehalten. Veröffentlichen Sie erneut, um fortzufahren.',
      damaged: 'Der Ordner ist beschädigt: Ein Teil fehlt oder wurde verändert.',
      'not-kept': 'Der Dienst hat Angenommenes nicht behalten. Fragen Sie seinen Betreiber.',
    },
  },
};
