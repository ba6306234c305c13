// Seller API: former names of settings, which older tools send and read.

/** Maps former names of settings that are texts for users to the current names. */
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

/** Maps former names of all renamed settings to the current names. */
export const formerSettingNames = {
  ver: 'version',
  hwidcheck: 'hwid-lock',
  dayproduct: 'sellixdayproduct',
  weekproduct: 'sellixweekproduct',
  monthproduct: 'sellixmonthproduct',
  lifetimeproduct: 'sellixlifetimeproduct',
  ...texts,
} as const;

export type FormerTextSetting = keyof typeof texts;
export const formerTextSettings = Object.keys(texts) as readonly FormerTextSetting[]; // Object.keys loses the literal types
