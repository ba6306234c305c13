// The replies of the bridge's commands.
import type { Chat, SentChat } from './chat.ts';
import type { Community } from './community.ts';
import type { OwnComputer, OwnSession } from './computers.ts';
import type { DeviceRequest } from './device-request.ts';
import type { PartLicense } from './licenses.ts';
import type { OptionValues, SavedOption } from './options.ts';
import type { Receipt, RedeemedKey } from './receipt.ts';
import type { LoaderInfo } from './loader-info.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { SentRequest } from './sent-requests.ts';
import type { Session } from './session.ts';
import type { SentReport, SupportReport } from './support-report.ts';
import type { TwoFactorOffer } from './two-factor.ts';

/** Commands that are missing here answer null. */
export interface NamedReplies {
  describe: LoaderInfo;
  getSession: Session;
  redeem: Receipt;
  listRedeemed: readonly RedeemedKey[];
  removeRedeemed: readonly RedeemedKey[];
  requestDevice: DeviceRequest;
  readComputers: readonly OwnComputer[];
  renameComputer: readonly OwnComputer[];
  readSessions: readonly OwnSession[];
  endSessions: readonly OwnSession[];
  showReport: SupportReport;
  sendReport: SentReport;
  readCommunity: Community;
  readChat: Chat;
  sendChat: SentChat;
  readOptions: OptionValues;
  readLicenses: readonly PartLicense[];
  readSentRequests: readonly SentRequest[];
  saveOption: SavedOption;
  offerTwoFactor: TwoFactorOffer;
  turnOnTwoFactor: RecoveryCodes | null;
  offerRecoveryCodes: RecoveryCodes;
  saveRecoveryCodes: boolean;
  /** Null if the clipboard has no text, or too much. */
  readClipboard: string | null;
}
