// English texts of the connection check. Causes that are also failures have the failure's texts.
import { catalogue } from '../sentences.ts';

export const connectionCheck = catalogue({
  button: 'Check connection',
  works: 'Your connection works',
  details: 'Details',
  close: 'Close',
  groups: { network: 'Network', service: 'Service', computer: 'This computer' },
  states: {
    waiting: 'Checking…',
    ok: 'OK',
    problem: 'Problem',
    unknown: 'Unknown',
  },
});

export const checkCauses = catalogue({
  'route-silent': {
    title: "The service isn't answering",
    text: 'It may be down, or a filter hides it. Check parental controls and ad blockers, or use another network.',
  },
  /** {issuer}: the name in the certificate. */
  'tls-foreign': {
    title: "The certificate isn't the service's",
    text: 'It is from "{issuer}". If that\'s a security program, exclude {host} in it. If not, sign in to your network in a browser, or use another network.',
  },
  'tls-date': {
    title: "The service's certificate isn't valid today",
    text: "Check this computer's date. If it's right, try again later.",
  },
});
