import { compareRecord, recordsToPublish } from '../../../shared/domain/platform/domains/dns-records';
import type { DnsRecord } from '../../../shared/db/records/domains';

const records = recordsToPublish({
  domain: 'mail.acme.test',
  dkimTokens: ['t1', 't2', 't3'],
  dkimZone: 'dkim.amazonses.com',
  region: 'eu-west-1',
  trackingTarget: 'r.eu-west-1.awstrack.me',
});

const recordOf = (kind: DnsRecord['kind']): DnsRecord => {
  const record = records.find((candidate) => candidate.kind === kind);
  if (!record) throw new Error(`No ${kind} record`);
  return record;
};

// DM-2, DM-3
test('a new domain lists every record to publish with the status unchecked', () => {
  const foundValues = records.map(({ kind, type, name, value, priority, optional }) =>
    [kind, type, name, value, priority, optional].join(' | '),
  );

  const spf = 'v=spf1 include:amazonses.com ~all';
  expect(foundValues).toEqual([
    'dkim | CNAME | t1._domainkey.mail.acme.test | t1.dkim.amazonses.com |  | false',
    'dkim | CNAME | t2._domainkey.mail.acme.test | t2.dkim.amazonses.com |  | false',
    'dkim | CNAME | t3._domainkey.mail.acme.test | t3.dkim.amazonses.com |  | false',
    `spf | TXT | mail.acme.test | ${spf} |  | false`,
    'dmarc | TXT | _dmarc.mail.acme.test | v=DMARC1; p=none; |  | false',
    'mail_from_mx | MX | bounce.mail.acme.test | feedback-smtp.eu-west-1.amazonses.com | 10 | false',
    `mail_from_spf | TXT | bounce.mail.acme.test | ${spf} |  | false`,
    'inbound_mx | MX | mail.acme.test | inbound-smtp.eu-west-1.amazonaws.com | 10 | true',
    'click_tracking | CNAME | link.mail.acme.test | r.eu-west-1.awstrack.me |  | true',
  ]);
  expect(records.every(({ status, found }) => status === 'unchecked' && found.length === 0)).toBe(true);
});

const feedback = 'feedback-smtp.eu-west-1.amazonses.com';
const inbound = 'inbound-smtp.eu-west-1.amazonaws.com';

// DM-2
test.each<[DnsRecord['kind'], string[], DnsRecord['status']]>([
  ['dkim', ['t1.dkim.amazonses.com'], 'ok'],
  ['dkim', ['T1.DKIM.amazonses.com.'], 'ok'],
  ['dkim', ['t9.dkim.amazonses.com'], 'mismatch'],
  ['dkim', [], 'missing'],
  ['spf', ['v=spf1 include:amazonses.com ~all'], 'ok'],
  ['spf', ['V=SPF1 include:_spf.other.test +include:AmazonSES.com -all'], 'ok'],
  ['spf', ['some-verification=1', 'v=spf1 include:amazonses.com ?all'], 'ok'],
  ['spf', ['v=spf1 include:other.test ~all'], 'mismatch'],
  ['spf', ['v=spf1 -include:amazonses.com ~all'], 'mismatch'],
  ['spf', ['v=spf1 include:amazonses.com.evil.test ~all'], 'mismatch'],
  ['spf', ['v=spf1 include:amazonses.com ~all', 'v=spf1 -all'], 'mismatch'],
  ['spf', ['v=spf10 include:amazonses.com'], 'missing'],
  ['mail_from_spf', ['v=spf1 include:amazonses.com -all'], 'ok'],
  ['dmarc', ['v=DMARC1; p=none;'], 'ok'],
  ['dmarc', ['v=DMARC1;p=reject;rua=mailto:d@acme.test'], 'ok'],
  ['dmarc', ['v=spf1 -all'], 'missing'],
  ['mail_from_mx', [`10 ${feedback}`], 'ok'],
  ['mail_from_mx', [`5 ${feedback}.`], 'ok'],
  ['mail_from_mx', [`10 ${feedback}`, '20 mx.other.test'], 'mismatch'],
  ['mail_from_mx', ['10 feedback-smtp.us-east-1.amazonses.com'], 'mismatch'],
  ['inbound_mx', [`10 ${inbound}`], 'ok'],
  ['inbound_mx', ['10 mx.mail.acme.test'], 'mismatch'],
  ['click_tracking', ['r.eu-west-1.awstrack.me'], 'ok'],
  ['click_tracking', ['elsewhere.test'], 'mismatch'],
])('%s with the values %j is %s', (kind, foundValues, status) => {
  expect(compareRecord(recordOf(kind), foundValues).status).toBe(status);
});

test('`found` contains the relevant values without other TXT records', () => {
  const compared = compareRecord(recordOf('spf'), ['some-verification=1', 'v=spf1 -all']);

  expect(compared).toEqual({ ...recordOf('spf'), status: 'mismatch', found: ['v=spf1 -all'] });
});

test('a failed lookup does not change the record status', () => {
  const before = compareRecord(recordOf('dkim'), ['t1.dkim.amazonses.com']);

  expect(compareRecord(before, undefined)).toEqual(before);
});

test('a removed record is missing and has an empty `found`', () => {
  const before = compareRecord(recordOf('dkim'), ['t1.dkim.amazonses.com']);

  expect(compareRecord(before, [])).toEqual({ ...before, status: 'missing', found: [] });
});
