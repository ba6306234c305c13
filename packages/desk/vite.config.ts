// Builds the desk into the service's package, which serves it. Each page and language is a script.
import { webPage } from '../../scripts/build/web-page.ts';

export default webPage({ name: 'desk', base: '/desk/', apart: 'pages|copy' });
