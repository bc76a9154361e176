export const riskClasses = ['transactional', 'marketing'] as const;
export type RiskClass = (typeof riskClasses)[number];

export const domainStatuses = ['pending', 'verified', 'temporary_failure', 'failed'] as const;
export type DomainStatus = (typeof domainStatuses)[number];

/** The status of the tracking host name and of the Return-Path. */
export const setupStatuses = ['pending', 'active', 'failed'] as const;
export type SetupStatus = (typeof setupStatuses)[number];

export interface Tracking {
  hostname: string;
  status: SetupStatus;
  /** Whether SES requires HTTPS for tracked links. Missing in records of earlier versions. */
  requiresHttps?: boolean;
  /** Whether SES may be publishing opens and clicks. Set until SES has confirmed that publishing has stopped. */
  isReported?: boolean;
}

export interface TrackingFailure {
  problem: string;
  /** When the host began to fail. */
  since: string;
}

/** A sending identity (DM-1). */
export interface Domain {
  id: string;
  workspaceId: string;
  domain: string;
  riskClass: RiskClass;
  /**
   * The only status that determines whether the domain may send. The status combines the DKIM status at SES with the
   * check of this workspace's ownership record. The ownership record is required if other workspaces use the same name.
   */
  status: DomainStatus;
  configurationSet: string;
  /** The topic to which SES publishes the domain's events. Undefined in records of earlier versions. */
  eventsTopicArn?: string;
  dkimTokens: readonly string[];
  dnsRecords: readonly DnsRecord[];
  tracking: Tracking;
  /** What the last check of the tracking host found. Undefined if tracking works. */
  trackingFailure?: TrackingFailure;
  mailFrom: { domain: string; status: SetupStatus };
  /** Whether a marketing domain is warming up, with a daily allowance. */
  warmup: boolean;
  /** The time of the first marketing send. The allowance grows from this day. */
  warmupStartedAt?: string;
  createdAt: string;
  verifiedAt: string | null;
  lastCheckedAt: string | null;
  /** Keys of the index `byDue`. Set only while the background monitor checks the domain. */
  dueKey?: string;
  dueAt?: string;
}

/** The number of domains that a workspace has ever added. */
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
  /** The values that the last DNS lookup returned. */
  found: readonly string[];
}
