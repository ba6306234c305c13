// German: releases of the program and of the loader.
import { maxKeptReleases } from '@latchkey/protocol/limits.ts';
import type { Copy } from '../copy.ts';

export const releases: Copy['releases'] = {
  title: 'Versionen',
  text: 'Versionen von Programm und Loader. Neue veröffentlichen Sie mit „latchkey release push“.',
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
  emptyText: 'Veröffentlichen Sie die erste an Ihrem Computer mit „latchkey release push“.',
};
