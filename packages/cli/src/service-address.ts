// Validates and normalises the URL of the service.
import { wrongUsage } from './problem.ts';

/** Returns the URL without a final slash and without `/api/seller` or `/api/1.3` at its end. */
export function readServiceAddress(text: string | undefined): string {
  if (text === undefined || text === '')
    throw wrongUsage(
      '--url is missing. Give the URL of the service, such as https://license.example.com',
    );
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw wrongUsage('--url must be a URL such as https://license.example.com');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw wrongUsage('--url must have no user, no query and no fragment.');
  // SECURITY: plain http would reveal the seller key. The name "localhost" is refused too, because
  // it may resolve to another machine.
  if (url.protocol === 'http:' && !['127.0.0.1', '[::1]'].includes(url.hostname))
    throw wrongUsage(
      '--url must begin with https://. Plain http is allowed only for 127.0.0.1 and [::1], because it reveals the seller key.',
    );
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/api\/(?:seller|1\.3)$/, '');
}
