// English: the first page of an application.
export const home = {
  title: 'Home',
  period: 'Period',
  days: '30 days',
  weeks: '12 weeks',
  months: '12 months',
  date: 'Date',
  keys: 'License keys',
  signIns: 'Sign-ins',
  refusals: 'Why sign-ins were refused',
  series: {
    made: 'Keys made',
    redeemed: 'Keys redeemed',
    refunded: 'Keys refunded',
    signins: 'Sign-ins',
    users: 'Active users',
    newusers: 'New users',
    refused: 'Refused sign-ins',
  },
  active: 'Active subscriptions',
  firstSteps: {
    title: 'First steps',
    subscriptions: 'Create a subscription, such as "Pro"',
    licenses: 'Make license keys for it',
    releases: 'Publish a release of your program',
  },
  change: (share: string, more: boolean) => `${share} ${more ? 'more' : 'fewer'} than before`,
  bulkChange: {
    title: 'Bulk change',
    states: {
      running: 'Running',
      done: 'Done',
      cancelled: 'Cancelled',
      'not-allowed': 'Stopped: no longer allowed',
    },
    progress: (rows: string, changed: string) => `${rows} rows checked, ${changed} changed`,
    begun: (when: string) => `Started ${when}`,
    cancel: 'Cancel change',
    cancelTitle: 'Cancel the bulk change?',
    cancelText: 'What it has done stays. It cannot be resumed.',
    cancelled: (rows: string) => `Cancelled after ${rows} rows`,
  },
  attention: {
    title: 'Needs attention',
    webhooks: (count: string, number: number) =>
      number === 1
        ? '1 webhook delivery failed in the last day'
        : `${count} webhook deliveries failed in the last day`,
    ending: (count: string, number: number) =>
      number === 1
        ? '1 subscription ends within 7 days'
        : `${count} subscriptions end within 7 days`,
    refusals: (reason: string, count: string, before: string) =>
      `More refused sign-ins: ${reason}, ${count} this week after ${before}`,
    reseller: (name: string, count: string, left: number) =>
      left === 1 ? `${name} has 1 key left` : `${name} has ${count} keys left`,
  },
};
