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
  change: (share: string, more: boolean) =>
    `${share} ${more ? 'more' : 'fewer'} than the period before`,
};
