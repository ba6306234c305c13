// Secrets of accounts that the service shows only once.
import type { Secret } from '../../changes/ShownOnce.tsx';
import type { AnswerTo } from '../../client/seller.ts';
import type { Language } from '../../copy/language.ts';

/** The link has its token in the fragment, which browsers do not send. */
export function invitationLink(
  { copy, formats }: Pick<Language, 'copy' | 'formats'>,
  name: string,
  { token, expires }: AnswerTo<'inviteaccount'>,
): Secret {
  const { accountDialogs } = copy;
  return {
    title: accountDialogs.linkTitle(name),
    text: accountDialogs.linkText(name, formats.dateTime(expires)),
    label: accountDialogs.link,
    secret: `${location.origin}/desk/invitation#${token}`,
  };
}
