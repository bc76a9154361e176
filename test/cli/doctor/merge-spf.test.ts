import { mergeSpf } from '../../../packages/cli/src/doctor/merge-spf';

const required = 'v=spf1 include:amazonses.com ~all';

test.each<[published: string[], merged: string]>([
  [[], required],
  [['v=spf1 include:other.example -all'], 'v=spf1 include:amazonses.com include:other.example -all'],
  [['V=SPF1  mx ?all include:late.example'], 'v=spf1 include:amazonses.com mx include:late.example ?all'],
  [['v=spf1 redirect=other.example'], 'v=spf1 include:amazonses.com redirect=other.example'],
  [['v=spf1 mx'], 'v=spf1 include:amazonses.com mx ~all'],
  [['v=spf1'], required],
  [['v=spf1 mx -all', required], 'v=spf1 include:amazonses.com mx -all'],
  [
    ['v=spf1 ip4:192.0.2.1 ~all', 'v=spf1 mx ip4:192.0.2.1 -all'],
    'v=spf1 include:amazonses.com ip4:192.0.2.1 mx ~all',
  ],
])('the SPF records %j become a single one that also permits SES', (published, merged) => {
  expect(mergeSpf(required, published)).toBe(merged);
});
