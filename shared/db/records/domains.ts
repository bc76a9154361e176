export const riskClasses = ['transactional', 'marketing'] as const;
export type RiskClass = (typeof riskClasses)[number];

export const domainStatuses = ['pending', 'verified', 'temporary_failure', 'failed'] as const;
export type DomainStatus = (typeof domainStatuses)[number];

/** How the tracking host name and the Return-Path stand. */
export const setupStatuses = ['pending', 'active', 'failed'] as const;
export type SetupStatus = (typeof setupStatuses)[number];

export interface Tracking {
  hostname: string;
  status: SetupStatus;
  /** The provider publishes opens and clicks, or may: so it is until it is known to have stopped. */
  isReported?: boolean;
}

/** A sending identity (DM-1). */
export interface Domain {
  id: string;
  workspaceId: string;
  domain: string;
  riskClass: RiskClass;
  /** It alone decides whether mail may be sent: the provider's DKIM verdict, and where others use the name the record of one's own. */
  status: DomainStatus;
  configurationSet: string;
  dkimTokens: readonly string[];
  dnsRecords: readonly DnsRecord[];
  tracking: Tracking;
  mailFrom: { domain: string; status: SetupStatus };
  /** A warming-up marketing identity has a daily allowance. */
  warmup: boolean;
  /** Its first marketing send: the allowance grows from that day on. */
  warmupStartedAt?: string;
  createdAt: string;
  verifiedAt: string | null;
  lastCheckedAt: string | null;
  /** Index `byDue`, while the background monitor looks after it. */
  dueKey?: string;
  dueAt?: string;
}

/** How often a workspace added a domain. */
export interface DomainAdditions {
  additions: number;
}

export const dnsRecordKinds = [
  'dkim',
  'spf',
  'dmarc',
  'mail_from_mx',
  'mail_from_spf',
  'inbound_mx',
  'click_tracking',
  'ownership',
] as const;

export const dnsRecordStatuses = ['unchecked', 'ok', 'missing', 'mismatch'] as const;

export interface DnsRecord {
  kind: (typeof dnsRecordKinds)[number];
  type: 'CNAME' | 'TXT' | 'MX';
  name: string;
  value: string;
  priority: number | null;
  optional: boolean;
  status: (typeof dnsRecordStatuses)[number];
  /** What live DNS showed last. */
  found: readonly string[];
}
