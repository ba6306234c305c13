// English: the first page of an application.
export const home = {
  title: 'Home',
};
