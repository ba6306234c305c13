// The notices above the foot: of the session, of the loader's update and of a deep link.
import { DeepLinkNotice, type DeepLinkNoticeProps } from './DeepLinkNotice.tsx';
import { LoaderUpdateNotice } from './LoaderUpdateNotice.tsx';
import { SessionNotice, type SessionNoticeProps } from './SessionNotice.tsx';

export interface NoticesProps extends SessionNoticeProps, Omit<DeepLinkNoticeProps, 'deepLink'> {
  readonly deepLink: DeepLinkNoticeProps['deepLink'] | null;
}

export function Notices({ session, shownFailure, deepLink, ...rest }: NoticesProps) {
  return (
    <>
      {session.notice !== null && <SessionNotice {...{ session, shownFailure }} />}
      {session.loaderUpdate !== null && <LoaderUpdateNotice update={session.loaderUpdate} />}
      {deepLink !== null && <DeepLinkNotice key={deepLink.id} deepLink={deepLink} {...rest} />}
    </>
  );
}
