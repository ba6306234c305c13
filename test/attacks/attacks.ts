// The attacks from the second review of the product (points 1 to 10), on updates of the loader (11)
// on the desk (12) and on customers' pages (13), with the test files that try them.

interface Attack {
  readonly point: number;
  readonly name: string;
  readonly files: readonly string[];
}

const service = (...names: readonly string[]) =>
  names.map((name) => `packages/service/test/${name}.test.ts`);

export const attacks: readonly Attack[] = [
  {
    point: 1,
    name: 'Manifests that stop the service or a loader',
    files: [
      ...service('attacks/hostile-manifests.slow'),
      'test/delivery/hostile-manifests.slow.test.ts',
    ],
  },
  {
    point: 2,
    name: 'Accounts taken over with a key that only reads',
    files: service('attacks/read-key-takeover.slow', 'attacks/key-as-name', 'masked-accounts'),
  },
  {
    point: 3,
    name: 'Programs and files of another local user',
    files: [
      'test/delivery/other-user.slow.test.ts',
      'test/delivery/folder-rules.test.ts',
      'test/delivery/move-other-files.slow.test.ts',
    ],
  },
  {
    point: 4,
    name: 'Uploads and downloads without end or right',
    files: service(
      'attacks/upload-tickets',
      'attacks/upload-floods',
      'attacks/releases.slow',
      'attacks/loader-releases.slow',
    ),
  },
  {
    point: 5,
    name: 'Public secrets of a demo',
    files: service('attacks/demo-secrets.slow', 'demo-folder.slow'),
  },
  {
    point: 6,
    name: 'Downgrades and foreign releases',
    files: [
      'test/delivery/two-keys.test.ts',
      'test/delivery/attacks.test.ts',
      'test/delivery/verified-release.test.ts',
    ],
  },
  {
    point: 7,
    name: 'Reads that slow a neighbour (times: npm run bench)',
    files: service('reading-apart.slow', 'long-reads', 'postgresql-shares'),
  },
  {
    point: 8,
    name: 'Order numbers that are lost',
    files: service('shop-bodies.slow', 'orders.slow'),
  },
  {
    point: 9,
    name: 'Refunds and retries that create keys',
    files: [...service('attacks/refunds-as-sales'), 'packages/cli/test/unknown-orders.test.ts'],
  },
  {
    point: 10,
    name: 'Names probed, users locked out, clipboard read',
    files: [
      ...service('attacks/known-names.slow', 'attacks/locked-out.slow'),
      'test/shell/clipboard.test.ts',
    ],
  },
  {
    point: 11,
    name: 'A foreign or older loader as an update',
    files: [
      'test/delivery/loader-release.test.ts',
      'test/delivery/loader-from-service.test.ts',
      'test/delivery/loader-install.test.ts',
      'test/core/loader-updates.test.ts',
      'test/adapters/app-image.test.ts',
      'test/adapters/own-app-image.test.ts',
    ],
  },
  {
    point: 12,
    name: 'The desk: other sites, stolen cookies, hidden operations',
    files: service(
      'attacks/desk-sites.slow',
      'attacks/desk-sessions',
      'attacks/desk-roles.slow',
      'desk-pages',
      'desk-hostile-input',
    ),
  },
  {
    point: 13,
    name: "Customers' pages: other sites, cookies and ids of others, guesses",
    files: service(
      'attacks/page-sites.slow',
      'attacks/page-sessions',
      'attacks/page-downloads.slow',
      'attacks/web-loader',
      'customer-page',
      'customer-page-downloads',
      'customer-page-email',
      'customer-page-register',
    ),
  },
];
