// Requests of this page to the service that served it.
import { createPost } from '@latchkey/web/post.ts';
import type { PageAnswer, PageType } from '@latchkey/protocol/page-api.ts';
import { programPath } from '@latchkey/protocol/web-loader.ts';

/** The name of the page: the second part of the path. */
const [pageName = '', part] = location.pathname.split('/').slice(2);

export const pageUrl = `/my/${pageName}`;
/** The part of the page that talks to programs. The browser allows it only there. */
export const programUrl = `${pageUrl}/${programPath}`;
export const isProgramPart = part === programPath;

export const post = createPost({
  path: `${pageUrl}/api/`,
  sessionName: `my-session-${pageName}`,
});

export type About = PageAnswer<'about'>;
export type Me = PageAnswer<'me'>;

/** The answer of one of the page's own operations. */
export async function read<Type extends PageType>(
  type: Type,
  shown = '',
): Promise<PageAnswer<Type>> {
  const fields: unknown = await post(type, {}, shown);
  return fields as PageAnswer<Type>; // the service tests its answers against this specification
}
