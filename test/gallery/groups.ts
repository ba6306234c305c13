// Every state with text and a footer, by group: the gallery renders each one, also in the other
// languages.
import { accountPictures } from './accounts.ts';
import { brandPictures } from './brands.ts';
import { chatPictures } from './chat.ts';
import { communityPictures } from './community.ts';
import { connectionCheckPictures } from './connection-check.ts';
import { computerPictures } from './computers.ts';
import { failurePictures } from './failure-pictures.ts';
import { savedSignInPictures } from './saved-sign-ins.ts';
import { loaderUpdatePictures } from './loader-update.ts';
import { keyPictures } from './keys.ts';
import { offlinePictures } from './offline.ts';
import { optionPictures } from './options.ts';
import { phasePictures } from './phases.ts';
import type { Picture } from './picture.ts';
import { recoveryCodePictures } from './recovery-codes.ts';
import { redeemPictures } from './redeem.ts';
import { sentRequestPictures } from './sent-requests.ts';
import { settingsPictures } from './settings.ts';
import { twoFactorPictures } from './two-factor.ts';
import { deepLinkPictures } from './deep-links.ts';

export const groups: readonly (readonly [string, readonly Picture[]])[] = [
  ...Object.entries(phasePictures),
  ['brands', brandPictures],
  ['failure', failurePictures],
  ['accounts', accountPictures],
  ['chat', chatPictures],
  ['community', communityPictures],
  ['computers', computerPictures],
  ['connection-check', connectionCheckPictures],
  ['sent-requests', sentRequestPictures],
  ['options', optionPictures],
  ['settings', settingsPictures],
  ['loader-update', loaderUpdatePictures],
  ['offline', offlinePictures],
  ['two-factor', twoFactorPictures],
  ['recovery-codes', recoveryCodePictures],
  ['kept', savedSignInPictures],
  ['keys', keyPictures],
  ['wishes', deepLinkPictures],
  ['redeem', redeemPictures],
];
