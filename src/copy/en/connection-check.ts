// English texts of the connection check. Causes that are also failures have the failure's texts.
import { catalogue } from '../sentences.ts';

export const connectionCheck = catalogue({
  button: 'Check connection',
  running: 'Checking the connection…',
  runningText: 'This takes ten seconds at most.',
  nothing: 'No problem found',
  nothingText: 'Your connection and this computer work.',
  details: 'Details',
  copy: 'Copy report',
  again: 'Check again',
  close: 'Close',
  /** {found}: the cause and what to do. */
  found: 'Connection check: {found}',
  groups: { network: 'Network', service: 'Service', computer: 'This computer' },
  states: {
    waiting: 'Checking…',
    ok: 'OK',
    problem: 'Problem',
    unknown: 'Unknown',
    skipped: 'Skipped',
  },
  duration: '{ms} ms',
});

export const checkNames = catalogue({
  link: 'Network connection',
  proxy: 'Proxy',
  name: 'Name of the service',
  portal: 'Sign-in page of the network',
  route: 'Way to the service',
  tls: 'Encryption',
  answer: 'Answer',
  signature: 'Signature',
  clock: 'Clock',
  limit: 'Request limit',
  application: 'Application',
  version: 'Version of this loader',
  blacklist: 'Access',
  space: 'Free space',
  'data-folder': 'Data folder',
  'key-store': 'Password storage',
  'device-id': 'Recognising this computer',
  'program-folder': 'Program folder',
});

export const checkCauses = catalogue({
  'name-misdirected': {
    title: 'A filter blocks the service',
    text: 'Its name leads to this computer. Check parental controls and ad blockers.',
  },
  'proxy-away': {
    title: "Your network's proxy isn't answering",
    text: "Check the proxy in your system's network settings.",
  },
  'ipv6-broken': {
    title: "IPv6 doesn't work on this network",
    text: 'Turn off IPv6 in your network settings, or restart your router.',
  },
  'route-silent': {
    title: 'Nothing answers at the address of the service',
    text: 'A network or firewall may drop the connection. Use another network.',
  },
  'tls-cut': {
    title: 'Your network cuts the connection',
    text: 'It ends as soon as it becomes encrypted. Use another network.',
  },
  /** {issuer}: the name in the certificate. */
  'tls-read': {
    title: 'A program on this computer reads encrypted traffic',
    text: 'It is called {issuer}. Exclude {host} there, then try again.',
  },
  'tls-untrusted': {
    title: "The certificate isn't trusted",
    text: 'It comes from {issuer}. Use another network, or sign in to this one.',
  },
  'tls-other-host': {
    title: 'Another server answers for the service',
    text: 'Your network may require a sign-in. Open any web page, or use another network.',
  },
  'tls-expired': {
    title: "The service's certificate has expired",
    text: "Check this computer's date. If it's right, contact {brand}.",
  },
  'data-folder': {
    title: 'Nothing can be saved on this computer',
    text: "The loader's data folder isn't writable. Check its permissions.",
  },
  'low-space': {
    title: 'The disk is full',
    text: '{free} are free. Free up some space, then try again.',
  },
  'no-key-store': {
    title: "This computer can't save accounts safely",
    text: "Turn on your system's password storage. Until then, sign in each time.",
  },
  'program-folder': {
    title: "The program's folder isn't writable",
    text: 'Check its permissions, or move the program to another folder.',
  },
});

/** Headlines about the clock. {length}: such as "3 days". */
export const checkClock = catalogue({
  fast: "This computer's clock is {length} fast",
  slow: "This computer's clock is {length} slow",
  /** The certificate is not valid yet. */
  tooEarly: "This computer's clock is at least {length} slow",
});
