// English: packages of the loader, and the seller's announcement.
export const downloads = {
  announcement: 'Announcement',
  openLink: (host: string) => `Open ${host}`,
  title: 'Downloads',
  text: 'The publisher signed these files. A browser cannot check the signature.',
  compare: "To be sure, compare the SHA-256 with the seller's.",
  systems: { win32: 'Windows', linux: 'Linux', darwin: 'macOS' },
  version: (version: string, size: string) => `Version ${version}, ${size}`,
  download: 'Download',
  downloadFor: (system: string) => `Download for ${system}`,
  sha256: 'SHA-256',
};
