// English: the announcement to users.
export const announcements = {
  title: 'Announcements',
  text: 'A message on the home screen of every signed-in user. Changes appear within minutes.',
  fields: { title: 'Title', text: 'Text', date: 'Date', url: 'Link' },
  publish: 'Publish',
  published: 'Announcement published',
  remove: 'Remove',
  removeTitle: 'Remove the announcement?',
  removeText: 'Users stop seeing it within minutes.',
  removed: 'Announcement removed',
  preview: 'Preview',
  nothing: 'Users see no announcement.',
  readMore: (host: string) => `Read more at ${host}`,
  where: 'Where it is stored',
  whereText: 'Choose the variable named as announcementVariable in your loader’s configuration.',
  variable: 'Variable',
  problems: {
    'text-missing': 'Enter a text.',
    'title-long': 'A title has at most 100 characters.',
    'url-wrong': 'A link begins with https:// and has no user name.',
    'too-long': 'The announcement is too long. Shorten the text.',
  },
};
