import { ApiError, type ErrorDetail } from '../shared/core/errors';
import * as z from '../shared/schema/schema';
import { validate } from '../shared/schema/validate';
import { SettingsError } from './settings-error';

const bucketName = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/));

/** The settings of a deployment in `carrier-nest.json`. docs/deploying.md explains them. */
const Settings = z.strictObject({
  /** The stage, which is part of every resource name, so that an account can have several deployments. */
  stage: z._default(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/)), 'prod'),
  /** `full` adds CloudFront and a container for bodies above API Gateway's limit. */
  preset: z._default(z.enum(['economy', 'full']), 'economy'),
  /**
   * Two Availability Zones for the containers of `full`, such as `us-east-1b`. The default is the first two of the
   * account. Fargate and VPC origins do not support every zone.
   */
  availabilityZones: z.optional(
    z.array(z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/))).check(
      z.length(2),
      z.refine(([first, second]) => first !== second, 'The two zones must differ'),
    ),
  ),
  /**
   * The security group that CloudFront creates with the first VPC origin. If this setting is missing, every address
   * in the VPC can reach the load balancer of `full`.
   */
  vpcOriginSecurityGroup: z.optional(z.string().check(z.regex(/^sg-[0-9a-f]{8,17}$/))),
  /** The account's active SES receipt rule set. By default, the deployment creates an inactive rule set. */
  receiptRuleSet: z.optional(z.string()),
  /** The last rule of `receiptRuleSet`. The deployment's rule is placed after this rule. */
  receiptRuleAfter: z.optional(z.string().check(z.regex(/^[\w.-]{1,64}$/))),
  /**
   * The domains that the receipt rule applies to. A leading dot means the subdomains. By default, the rule stores the
   * mail of all domains, unless an earlier rule stops the rule set.
   */
  receivingDomains: z.optional(
    z
      .array(z.string().check(z.regex(/^\.?([a-z0-9-]+\.)+[a-z0-9-]+$/)))
      .check(z.minLength(1), z.maxLength(100)),
  ),
  /** False disables incoming mail, which SES supports only in some Regions. True skips the Region check. */
  inbound: z.optional(z.boolean()),
  /** The email address that receives alarms. */
  alarmEmail: z.optional(z.email()),
  /**
   * `essential` has ten alarms, which report failed requests and lost work. `all` also has alarms for each queue, worker
   * and index, and for the ingress of `full`. The default is `essential` for `economy` and `all` for `full`.
   */
  alarms: z.optional(z.enum(['essential', 'all'])),
  /** Creates the role for API Gateway access logs. Set to false if the Region already has such a role. */
  apiGatewayLogRole: z._default(z.boolean(), true),
  /** The number of concurrent executions available to this deployment. A new account may have only ten. */
  executions: z._default(z.int().check(z.minimum(10), z.maximum(100_000)), 10),
  /**
   * The send rate of the SES account, in recipients per second. Bulk email reaches its share of this rate only if
   * `executions` is high enough.
   */
  sendRate: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 14),
  /** The number of domain calls per second that SES accepts from this account. */
  identityCallsPerSecond: z._default(z.number().check(z.minimum(0.1), z.maximum(100)), 1),
  /** The webhook attempts per second to one host, across all workspaces. */
  webhooksPerSecondByHost: z._default(z.int().check(z.minimum(10), z.maximum(500)), 50),
  /** The requests per second of the whole API. The burst is twice as large. */
  requestsPerSecond: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 100),
  /**
   * Whether a web ACL limits the rate of each source address. The default is true for `full` and false for `economy`.
   */
  firewall: z.optional(z.boolean()),
  /** The number of requests per minute that the firewall accepts from one address. */
  requestsPerMinuteByAddress: z._default(z.int().check(z.minimum(10), z.maximum(1_000_000)), 3_000),
  logRetentionDays: z._default(z.literal([7, 30, 90, 365]), 30),
  /** The name of a table restored from a backup. The stack `Data` uses this table instead of creating one. */
  restoredTable: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9_.-]{3,255}$/))),
  /**
   * Resources that an earlier deployment of the stage retained when it was removed. The deployment uses them instead
   * of creating new ones. `restoredTable` adopts the table.
   */
  adopt: z._default(
    z.strictObject({
      contentBucket: z.optional(bucketName),
      inboundBucket: z.optional(bucketName),
      webhookSecretsKey: z.optional(
        z.string().check(z.regex(/^(mrk-[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)),
      ),
      userPool: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d_[0-9a-zA-Z]+$/))),
    }),
    {},
  ),
  /** Whether a KMS key of the deployment encrypts the secrets of webhook endpoints, for $1 a month. */
  customerKey: z._default(z.boolean(), false),
  /**
   * The base URL of links in emails: your domain or CloudFront's domain. The default is the API Gateway URL of the
   * API.
   */
  publicUrl: z.optional(z.string().check(z.regex(/^https:\/\/[^\s?#<>"]*[^\s?#<>"/]$/), z.maxLength(150))),
  /**
   * The host names of tracked links that get a certificate and a CloudFront distribution, which also serve links over
   * HTTPS. ACM accepts ten names per certificate.
   */
  trackingHosts: z.optional(
    z.array(z.string().check(z.regex(/^link\.([a-z0-9-]+\.)+[a-z0-9-]+$/), z.maxLength(253))).check(
      z.minLength(1),
      z.maxLength(10),
      z.refine((hosts) => new Set(hosts).size === hosts.length, 'A host is listed twice'),
      z.refine(
        ([first = '']) => first.length <= 64,
        'The first host must have at most 64 characters, the limit of ACM. List a shorter host first',
      ),
    ),
  ),
  /** Your own HTTPS proxy for tracked links, to which the CNAMEs of tracking hosts point. Replaces `trackingHosts`. */
  trackingTarget: z.optional(z.string().check(z.regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/), z.maxLength(253))),
  /** The number of hours after which an undecided draft expires. */
  approvalExpiryHours: z._default(z.int().check(z.minimum(1), z.maximum(8_760)), 72),
  /** If true, users sign in to the dashboard with a user pool of this deployment. If false, they use an API key. */
  users: z._default(z.boolean(), false),
  /** An issuer whose access tokens the API accepts in addition to API keys. */
  oauth: z.optional(z.strictObject({ issuer: z.url(), audience: z.string(), jwksUri: z.url() })),
});

export type Settings = z.infer<typeof Settings>;

export const hasFirewall = ({ firewall, preset }: Pick<Settings, 'firewall' | 'preset'>): boolean =>
  firewall ?? preset === 'full';

export const hasAllAlarms = ({ alarms, preset }: Pick<Settings, 'alarms' | 'preset'>): boolean =>
  (alarms ?? (preset === 'full' ? 'all' : 'essential')) === 'all';

/**
 * Throws if users sign in with the preset `full` but `publicUrl` is missing. Users return to `publicUrl`, the address
 * of CloudFront, after they sign in. The stack that needs the address is deployed before the CloudFront stack.
 */
function refuseMissingPublicUrl({ users, preset, publicUrl }: Settings, source: string): void {
  if (!users || preset !== 'full' || publicUrl) return;
  throw new SettingsError(
    source,
    'users: With the preset full, set publicUrl to the address that users return to after they sign in: your domain, ' +
      'or the output ApiAddress of the stack Edge. If the stage was deployed without publicUrl, run ' +
      'npm run deploy -- --no-previous-parameters',
  );
}

/**
 * Throws if only one of `receiptRuleSet` and `receiptRuleAfter` is set. Without `receiptRuleAfter`, the deployment's
 * rule would be first and would run before the account's rules.
 */
function refuseMissingReceiptRule({ receiptRuleSet, receiptRuleAfter }: Settings, source: string): void {
  if ((receiptRuleSet === undefined) === (receiptRuleAfter === undefined)) return;
  throw new SettingsError(
    source,
    'receiptRuleSet and receiptRuleAfter must be set together: the active rule set of the account, and its last rule. ' +
      'To list its rules, run aws ses describe-active-receipt-rule-set',
  );
}

function refuseTwoTrackingTargets({ trackingHosts, trackingTarget }: Settings, source: string): void {
  if (!trackingHosts || trackingTarget === undefined) return;
  throw new SettingsError(
    source,
    'Set trackingHosts for a certificate and a distribution of this deployment, or trackingTarget for your own proxy, ' +
      'but not both',
  );
}

/** Fills in the defaults. Throws `SettingsError` if a setting is invalid. */
export function parseSettings(input: unknown, source = 'settings'): Settings {
  const settings = validateSettings(input, source);
  refuseMissingPublicUrl(settings, source);
  refuseMissingReceiptRule(settings, source);
  refuseTwoTrackingTargets(settings, source);
  return settings;
}

function validateSettings(input: unknown, source: string): Settings {
  try {
    return validate(Settings, input);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SettingsError(source, (error.details ?? []).map(formatDetail).join('; '));
  }
}

const formatDetail = ({ path, message }: ErrorDetail): string =>
  [path.join('.'), message].filter(Boolean).join(': ');
