// English texts of the community section in the settings: online users and counts.
import { catalogue } from '../sentences.ts';

export const community = catalogue({
  title: 'Community',
  text: 'Updated from time to time.',
  users: 'Users',
  usersOnline: 'Online now',
  keys: 'Keys',
  orMore: '{count} or more',
  names: 'Who is online',
  moreNames: {
    one: '{count} more',
    other: '{count} more',
  },
  nobody: 'Nobody right now.',
});
