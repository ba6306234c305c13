// Seller API: creates links for a new password, which the seller passes on (password-resets.ts).
import type { passwordLinksApi } from '@latchkey/protocol/seller/password-links.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { createLink, linkSeconds, resetPath } from './password-resets.ts';
import { findUser } from './users.ts';

export const passwordLinks: SellerHandlers<typeof passwordLinksApi> = {
  async passwordlink(call, { user: name }) {
    const { db, mailer, now } = call;
    const user = await findUser(call, name);
    if (user === undefined) return fail('user-unknown');
    if (mailer === null) return fail('mail-settings-missing');
    const link = await createLink(db, user.id, now, null);
    if (typeof link === 'number') return fail('too-many-links');
    return done({
      link: `${mailer.publicUrl}${resetPath}?token=${link.token}`,
      expires: String(now + linkSeconds),
    });
  },
};
