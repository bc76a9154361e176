import type * as z from 'zod/mini';
import type { ExamplesOf } from '../../../shared/http/examples';
import type { domainRoutes } from './routes';
import type { DnsRecordSchema } from './shapes';

type DnsRecord = z.output<typeof DnsRecordSchema>;
type RequiredRecord = Pick<DnsRecord, 'kind' | 'type' | 'name' | 'value'> & { optional?: boolean };

const requiredRecords = (domain: string, tokens: readonly string[]): RequiredRecord[] => [
  ...tokens.map((token) => ({
    kind: 'dkim' as const,
    type: 'CNAME' as const,
    name: `${token}._domainkey.${domain}`,
    value: `${token}.dkim.amazonses.com`,
  })),
  { kind: 'spf', type: 'TXT', name: domain, value: 'v=spf1 include:amazonses.com ~all' },
  { kind: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;' },
  {
    kind: 'mail_from_mx',
    type: 'MX',
    name: `bounce.${domain}`,
    value: 'feedback-smtp.us-east-1.amazonses.com',
  },
  {
    kind: 'mail_from_spf',
    type: 'TXT',
    name: `bounce.${domain}`,
    value: 'v=spf1 include:amazonses.com ~all',
  },
  {
    kind: 'inbound_mx',
    type: 'MX',
    name: domain,
    value: 'inbound-smtp.us-east-1.amazonaws.com',
    optional: true,
  },
  {
    kind: 'click_tracking',
    type: 'CNAME',
    name: `link.${domain}`,
    value: 'd111111abcdef8.cloudfront.net',
    optional: true,
  },
];

const unchecked = ({ optional = false, ...record }: RequiredRecord): DnsRecord => ({
  ...record,
  priority: record.type === 'MX' ? 10 : null,
  optional,
  status: 'unchecked',
  found: [],
});

const published = (record: RequiredRecord): DnsRecord => ({
  ...unchecked(record),
  status: 'ok',
  found: [record.type === 'MX' ? `10 ${record.value}` : record.value],
});

const mailRecords = requiredRecords('mail.acme.example', [
  'x7k2m4q9w1e5r8t3y6u0i2o4p7a1s5d9',
  'f3g6h9j2k5l8z1x4c7v0b3n6m9q2w5e8',
  'r1t4y7u0i3o6p9a2s5d8f1g4h7j0k3l6',
]);

const newsRecords = requiredRecords('news.acme.example', [
  'z9x6c3v0b7n4m1q8w5e2r9t6y3u0i7o4',
  'p1a8s5d2f9g6h3j0k7l4z1x8c5v2b9n6',
  'm3q0w7e4r1t8y5u2i9o6p3a0s7d4f1g8',
]);

const newMail = {
  id: '01a1fd60-1c52-7a41-9d3e-5b7f2c8e4a10',
  domain: 'mail.acme.example',
  risk_class: 'transactional' as const,
  status: 'pending' as const,
  dns_records: mailRecords.map(unchecked),
  click_tracking: { hostname: 'link.mail.acme.example', status: 'pending' as const, problem: null },
  mail_from: { domain: 'bounce.mail.acme.example', status: 'pending' as const },
  created_at: '2026-11-21T09:11:37.042Z',
  verified_at: null,
  last_checked_at: null,
};

const newNews = {
  ...newMail,
  id: '01a1fd60-2e97-7f0c-8b56-c41d9e7a3f22',
  domain: 'news.acme.example',
  risk_class: 'marketing' as const,
  dns_records: newsRecords.map(unchecked),
  click_tracking: { hostname: 'link.news.acme.example', status: 'pending' as const, problem: null },
  mail_from: { domain: 'bounce.news.acme.example', status: 'pending' as const },
  created_at: '2026-11-21T09:11:41.719Z',
};

const checked = {
  status: 'verified',
  verified_at: '2026-11-21T09:19:02.508Z',
  last_checked_at: '2026-11-21T09:19:02.508Z',
} as const;

const mail = {
  ...newMail,
  ...checked,
  dns_records: mailRecords.map(published),
  click_tracking: { ...newMail.click_tracking, status: 'active' as const },
  mail_from: { ...newMail.mail_from, status: 'active' as const },
};

const news = {
  ...newNews,
  ...checked,
  dns_records: newsRecords.map(published),
  click_tracking: { ...newNews.click_tracking, status: 'active' as const },
  mail_from: { ...newNews.mail_from, status: 'active' as const },
};

export const domainExamples = {
  createDomain: {
    root: {
      summary: 'A domain for each risk class',
      body: { domain: 'acme.example' },
      status: 201,
      response: { object: 'list', data: [newMail, newNews], has_more: false, next_cursor: null },
    },
  },
  verifyDomain: {
    verified: {
      summary: 'A domain with all records published',
      params: { id: mail.id },
      status: 200,
      response: mail,
    },
    marketing: {
      summary: 'The marketing domain',
      params: { id: news.id },
      status: 200,
      response: news,
    },
  },
  listDomains: {
    both: {
      summary: 'Two domains, newest first',
      status: 200,
      response: { object: 'list', data: [news, mail], has_more: false, next_cursor: null },
    },
  },
  getDomain: {
    verified: {
      summary: 'A verified domain',
      params: { id: mail.id },
      status: 200,
      response: mail,
    },
  },
  deleteDomain: {
    marketing: {
      summary: 'A marketing domain that is no longer used',
      params: { id: news.id },
      status: 200,
      response: { id: news.id, deleted: true },
    },
  },
} satisfies ExamplesOf<typeof domainRoutes>;
