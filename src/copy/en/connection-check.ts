// English texts of the connection check. Causes that are also failures have the failure's texts.
import { catalogue } from '../sentences.ts';

export const connectionCheck = catalogue({
  button: 'Check connection',
  running: 'Checking the connection…',
  runningText: 'This takes ten seconds at most.',
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
  'name-misdirected': {
    title: 'A filter hides the service',
    text: 'Its name leads to this computer. Check parental controls and ad blockers.',
  },
  'proxy-away': {
    title: "Your network's proxy isn't working",
    text: 'Check the proxy in your network settings.',
  },
  'route-silent': {
    title: 'Nothing answers at the address of the service',
    text: 'The service may be down, or your network filters it. Use another network.',
  },
  /** {issuer}: the name in the certificate. */
  'tls-read': {
    title: 'Something reads your encrypted traffic',
    text: 'Its certificate is from "{issuer}". If that\'s a security program, exclude {host} in it. If not, ask your network administrator.',
  },
  'tls-untrusted': {
    title: "The certificate isn't trusted",
    text: 'It is from "{issuer}". Open any web page and sign in there, or use another network.',
  },
  'tls-expired': {
    title: "The service's certificate has expired",
    text: "Check this computer's date. If it's right, try again later.",
  },
  'folder-locked': {
    title: "A folder of the loader isn't writable",
    text: 'Check its permissions, then try again.',
  },
  'no-key-store': {
    title: "This computer can't save accounts safely",
    text: "Turn on your system's password storage.",
  },
});
