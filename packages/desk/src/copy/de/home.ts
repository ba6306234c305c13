// German: the first page of an application.
import type { Copy } from '../copy.ts';

export const home: Copy['home'] = {
  title: 'Übersicht',
};
