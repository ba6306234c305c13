// English sentences about changes of many rows, and about the time of users.
import type { BulkType } from '@latchkey/protocol/seller/bulk.ts';
import type { ChangeSentences } from '../language.ts';

/** Completions of "This …". The number of rows follows. */
const bulkEffects: Readonly<Record<BulkType, string>> = {
  addtime: 'adds time to unused license keys',
  delunused: 'deletes unused license keys',
  delused: 'deletes used license keys',
  delalllicenses: 'deletes license keys, used and unused',
  delexpusers: 'deletes users whose subscriptions have expired',
  delallusers: 'deletes users and all their data',
  resetalluser: 'removes the computers of users',
  extend: 'adds time for all users',
  setvar: 'sets a variable of all users',
  massUserVarDelete: 'deletes variables of users',
  delappsub: 'removes the subscription from users',
  pausesub: 'pauses the subscription of users',
  unpausesub: 'resumes the subscription of users',
  delallvars: 'deletes variables',
  delallfiles: 'deletes files',
  delallwebhooks: 'deletes webhooks',
  delallbuttons: 'deletes buttons',
  killall: 'ends sessions',
  delchannel: 'deletes the channel and its messages',
  clearchannel: 'deletes messages',
  delblacks: 'deletes entries of the blacklist',
  delallwhites: 'deletes entries of the whitelist',
  dellogs: 'deletes lines of the log',
  delauditlog: 'deletes rows of the audit log',
};

export const changeSentences: ChangeSentences = {
  bulkEffects,
  bulk: (type, count) =>
    `This ${bulkEffects[type]}${count === null ? '; the number is unknown.' : `: ${count}.`}`,
  grants: {
    sources: {
      trial: 'free trial',
      seller: 'added manually',
      import: 'imported',
      unknown: 'unknown source',
    },
    causes: {
      ban: 'by the ban of the key',
      refund: 'by a refund',
      delete: 'because the key was deleted',
      seller: 'manually',
      dispute: 'because the payment is disputed',
    },
    key: (key) => `key ${key}`,
    removed: (duration) => `removed manually: ${duration}`,
    revoked: (duration, time, cause) => `${duration} of it revoked ${time} ${cause}`,
    left: (duration) => `${duration} left`,
    allLeft: 'all of it left',
    usedUp: 'used up',
    amount: (duration, subscription) => `${duration} of ${subscription}`,
    revokedFrom: (amounts, user) => `${amounts} revoked from ${user}.`,
    restoredTo: (amounts, user) => `${amounts} restored to ${user}.`,
    dryRun: {
      revokedFrom: (amounts, user) => `${amounts} would be revoked from ${user}.`,
      restoredTo: (amounts, user) => `${amounts} would be restored to ${user}.`,
    },
  },
};
