// Sends a request of the desk to the service that served the page.
import { createPost } from '@latchkey/web/post.ts';

export const post = createPost({ path: '/desk/api/', sessionName: 'session' });
