// Requests of this page to the service that served it.
import { createPost } from '@latchkey/web/post.ts';
import type { PageAnswer, PageType } from '@latchkey/protocol/page-api.ts';

/** The name of the page: the second part of the path. */
const pageName = location.pathname.split('/')[2] ?? '';

export const post = createPost({
  path: `/my/${pageName}/api/`,
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
