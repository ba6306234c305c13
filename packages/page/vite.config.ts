// Builds the customers' page into the service's package, which serves it. Each language is a script,
// and so is what only signed-in users need.
import { webPage } from '../../scripts/build/web-page.ts';

export default webPage({ name: 'page', base: '/my/' });
