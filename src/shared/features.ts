// Names the features that the configuration can turn off and that a service may not support.

/** The page shows a feature only if the configuration and the service both offer it. */
export type AccountFeature =
  | 'redeem'
  | 'register'
  | 'keySignIn'
  | 'forgot'
  | 'lostKey'
  | 'changeUsername'
  | 'twoFactor';

/** Optional operations of the service that the settings offer only if the account can use them. */
export const accountAbilities = [
  'computers',
  'renamecomputer',
  'sessions',
  'endsession',
  'changepassword',
  'newrecoverycodes',
] as const;
export type AccountAbility = (typeof accountAbilities)[number];

/** Features that the service may turn out not to support. */
export type Feature =
  | AccountFeature
  | 'deviceRequest'
  | 'supportLog'
  | 'online'
  | 'stats'
  | 'chat'
  | 'options';

/** `email`: whether the registration form asks for an e-mail address. */
export type AccountOptions = Readonly<Record<AccountFeature, boolean>> & {
  readonly email: 'required' | 'optional' | 'off';
};
