// Seller API: former names of settings, which older tools send and read.

/** Former name -> current name, for settings that are texts. */
const texts = {
  appdisabled: 'disabledmsg',
  usernametaken: 'usernametakenmsg',
  keynotfound: 'licenseinvalidmsg',
  keyused: 'keytakenmsg',
  nosublevel: 'nosubmsg',
  usernamenotfound: 'userinvalidmsg',
  passmismatch: 'passinvalidmsg',
  hwidmismatch: 'hwidmismatchmsg',
  noactivesubs: 'noactivesubmsg',
  hwidblacked: 'blackedmsg',
  keypaused: 'pausedmsg',
  keyexpired: 'expiredmsg',
} as const;

/** Former name -> current name. */
export const olderSettings = {
  ver: 'version',
  hwidcheck: 'hwid-lock',
  dayproduct: 'sellixdayproduct',
  weekproduct: 'sellixweekproduct',
  monthproduct: 'sellixmonthproduct',
  lifetimeproduct: 'sellixlifetimeproduct',
  ...texts,
} as const;

export type OlderText = keyof typeof texts;
export const olderTexts = Object.keys(texts) as readonly OlderText[]; // the keys of a constant
