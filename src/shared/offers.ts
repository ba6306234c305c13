// Features around accounts that a seller may offer and a service may not support.

/** Shown only if both the configuration and the service offer it. */
export type AccountWay =
  | 'redeem'
  | 'register'
  | 'keySignIn'
  | 'forgot'
  | 'changeUsername'
  | 'twoFactor';

/** Features that the service may turn out not to support. */
export type Offer =
  | AccountWay
  | 'deviceRequest'
  | 'supportLog'
  | 'online'
  | 'stats'
  | 'chat'
  | 'options';

/** `email`: whether the registration form asks for an e-mail address. */
export type AccountOptions = Readonly<Record<AccountWay, boolean>> & {
  readonly email: 'required' | 'optional' | 'off';
};
