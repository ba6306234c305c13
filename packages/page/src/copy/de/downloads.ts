// German: packages of the loader, and the seller's announcement.
import type { Copy } from '../language.ts';

export const downloads: Copy['downloads'] = {
  announcement: 'Mitteilung',
  openLink: (host) => `${host} öffnen`,
  title: 'Downloads',
  text: 'Der Herausgeber hat diese Dateien signiert. Ein Browser prüft die Signatur nicht.',
  compare: 'Vergleichen Sie zur Sicherheit den SHA-256 mit dem des Anbieters.',
  systems: { win32: 'Windows', linux: 'Linux', darwin: 'macOS' },
  version: (version, size) => `Version ${version}, ${size}`,
  download: 'Herunterladen',
  downloadFor: (system) => `Für ${system} herunterladen`,
  sha256: 'SHA-256',
};
