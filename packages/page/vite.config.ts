// Builds the customers' page into the service's package, which serves it. Each language is a script.
import { webPage } from '../../scripts/build/web-page.ts';

export default webPage({ name: 'page', base: '/my/', apart: 'copy' });
