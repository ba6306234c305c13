// What a seller may offer of accounts and around them, and the service may not know.

/** What can be done without, or about, an account, where both the configuration and the service offer it. */
export type AccountWay =
  | 'redeem'
  | 'register'
  | 'keySignIn'
  | 'forgot'
  | 'changeUsername'
  | 'twoFactor';

/** What may turn out to be unknown to the service. */
export type Offer =
  | AccountWay
  | 'deviceRequest'
  | 'supportLog'
  | 'online'
  | 'stats'
  | 'chat'
  | 'options';

/** `email`: whether the register form asks for an address. */
export type AccountOptions = Readonly<Record<AccountWay, boolean>> & {
  readonly email: 'required' | 'optional' | 'off';
};
