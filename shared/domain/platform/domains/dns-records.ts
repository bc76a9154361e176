import type { DnsRecord } from '../../../db/records/domains';

/** The values that SES requires in DNS for an identity. */
interface DnsRequirements {
  domain: string;
  dkimTokens: readonly string[];
  dkimZone: string;
  region: string;
  trackingTarget: string;
}

export const mailFromDomainFor = (domain: string): string => `bounce.${domain}`;
export const trackingHostFor = (domain: string): string => `link.${domain}`;

const spfInclude = 'include:amazonses.com';

/** Returns the records to publish, before any lookup. */
export function recordsToPublish({
  domain,
  dkimTokens,
  dkimZone,
  region,
  trackingTarget,
}: DnsRequirements): DnsRecord[] {
  const mailFrom = mailFromDomainFor(domain);
  const spf = `v=spf1 ${spfInclude} ~all`;
  return [
    ...dkimTokens.map((token) =>
      newRecord('dkim', 'CNAME', `${token}._domainkey.${domain}`, `${token}.${dkimZone}`),
    ),
    newRecord('spf', 'TXT', domain, spf),
    newRecord('dmarc', 'TXT', `_dmarc.${domain}`, 'v=DMARC1; p=none;'),
    newRecord('mail_from_mx', 'MX', mailFrom, `feedback-smtp.${region}.amazonses.com`),
    newRecord('mail_from_spf', 'TXT', mailFrom, spf),
    { ...newRecord('inbound_mx', 'MX', domain, `inbound-smtp.${region}.amazonaws.com`), optional: true },
    { ...newRecord('click_tracking', 'CNAME', trackingHostFor(domain), trackingTarget), optional: true },
  ];
}

/**
 * Gives the tracking record the address that this deployment now serves tracked links from, so that the next lookup
 * compares it.
 */
export const withTrackingTarget = (records: readonly DnsRecord[], target: string): DnsRecord[] =>
  records.map((record) => (record.kind === 'click_tracking' ? { ...record, value: target } : record));

const ownershipPrefix = 'carrier-nest=';

/**
 * The record that proves that a workspace controls the domain. Each workspace that uses the domain publishes its own
 * value under the same name.
 */
export const ownershipRecord = (domain: string, domainId: string): DnsRecord =>
  newRecord('ownership', 'TXT', `_carrier-nest.${domain}`, `${ownershipPrefix}${domainId}`);

/** Compares the record with the DNS response. A failed lookup leaves the record unchanged. */
export function compareRecord(record: DnsRecord, answers: readonly string[] | undefined): DnsRecord {
  if (!answers) return record;
  const { isCandidate, isOk } = rules[record.kind];
  const found = answers.filter(isCandidate);
  if (found.length === 0) return { ...record, status: 'missing', found };
  return { ...record, status: isOk(found, record.value) ? 'ok' : 'mismatch', found };
}

/** A name may have several TXT records, so only those of the same kind are compared. */
interface RecordRule {
  isCandidate: (text: string) => boolean;
  isOk: (found: readonly string[], value: string) => boolean;
}

const acceptAny = () => true;

const cnameRule: RecordRule = {
  isCandidate: acceptAny,
  isOk: (found, value) => found.some((name) => isSameName(name, value)),
};

const mxRule: RecordRule = {
  isCandidate: acceptAny,
  isOk: (found, value) => found.some((text) => isSameName(mailExchangeHost(text), value)),
};

/** Two SPF policies under one name are an error for every receiver (RFC 7208, 4.5). */
const spf: RecordRule = {
  isCandidate: (text) => /^v=spf1( |$)/i.test(text.trim()),
  isOk: (found) =>
    found.length === 1 && found.some((text) => text.toLowerCase().split(/\s+/).some(isSpfInclude)),
};

const rules: Record<DnsRecord['kind'], RecordRule> = {
  dkim: cnameRule,
  spf,
  dmarc: { isCandidate: (text) => /^v\s*=\s*DMARC1\s*(;|$)/i.test(text.trim()), isOk: acceptAny },
  // SES accepts the Return-Path domain only if it has no other MX record.
  mail_from_mx: {
    ...mxRule,
    isOk: (found, value) => found.length === 1 && mxRule.isOk(found, value),
  },
  mail_from_spf: spf,
  inbound_mx: mxRule,
  click_tracking: cnameRule,
  ownership: {
    isCandidate: (text) => text.trim().startsWith(ownershipPrefix),
    isOk: (found, value) => found.some((text) => text.trim() === value),
  },
};

const isSpfInclude = (term: string): boolean => term === spfInclude || term === `+${spfInclude}`;

const mailExchangeHost = (text: string): string => text.slice(text.indexOf(' ') + 1);

const isSameName = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b);

const normalizeName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

const newRecord = (
  kind: DnsRecord['kind'],
  type: DnsRecord['type'],
  name: string,
  value: string,
): DnsRecord => ({
  kind,
  type,
  name,
  value,
  priority: type === 'MX' ? 10 : null,
  optional: false,
  status: 'unchecked',
  found: [],
});
