import { ApiError, type ErrorDetail } from '../shared/core/errors';
import * as z from '../shared/schema/schema';
import { validate } from '../shared/schema/validate';
import { SettingsError } from './settings-error';

/** A string of this form. The rule describes the form in words. */
const text = (form: RegExp, rule: string) => z.string().check(z.regex(form, `must be ${rule}`));

const between = (min: number, max: number) => {
  const rule = `must be from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
  return [z.minimum(min, rule), z.maximum(max, rule)] as const;
};

const items = (min: number, max: number, names: string) => {
  const rule = `must have ${min} to ${max} ${names}`;
  return [z.minLength(min, rule), z.maxLength(max, rule)] as const;
};

const bucketName = text(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
);

const url = z.url('must be a URL');

/** The settings of a deployment in `carrier-nest.json`. docs/deploying.md explains them. */
const Settings = z.strictObject({
  /** The stage, which is part of every resource name, so that an account can have several deployments. */
  stage: z._default(
    text(/^[a-z][a-z0-9-]{0,19}$/, 'a lowercase letter, then up to 19 lowercase letters, digits or hyphens'),
    'prod',
  ),
  /** `full` adds CloudFront and a container for bodies above API Gateway's limit. */
  preset: z._default(z.enum(['economy', 'full']), 'economy'),
  /**
   * Two Availability Zones for the containers of `full`, such as `us-east-1b`. The default is the first two of the
   * account. Fargate and VPC origins do not support every zone.
   */
  availabilityZones: z.optional(
    z
      .array(text(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/, 'the name of an Availability Zone, such as us-east-1b'))
      .check(
        z.length(2, 'must have two zones'),
        z.refine(([first, second]) => first !== second, 'The two zones must differ'),
      ),
  ),
  /**
   * The security group that CloudFront creates with the first VPC origin. If this setting is missing, every address
   * in the VPC can reach the load balancer of `full`.
   */
  vpcOriginSecurityGroup: z.optional(
    text(/^sg-[0-9a-f]{8,17}$/, 'the ID of a security group, such as sg-0123456789abcdef0'),
  ),
  /** The account's active SES receipt rule set. By default, the deployment creates an inactive rule set. */
  receiptRuleSet: z.optional(z.string()),
  /** The last rule before any that stops mail of this service's domains. The deployment's rule follows this rule. */
  receiptRuleAfter: z.optional(
    text(
      /^[\w.-]{1,64}$/,
      'the name of a receipt rule: at most 64 letters, digits, dots, hyphens and underscores',
    ),
  ),
  /**
   * The domains that the receipt rule applies to. A leading dot means the subdomains. By default, the rule stores the
   * mail of all domains, unless an earlier rule stops the rule set.
   */
  receivingDomains: z.optional(
    z
      .array(
        text(
          /^\.?([a-z0-9-]+\.)+[a-z0-9-]+$/,
          'a domain in lowercase, such as mail.acme.example or .acme.example',
        ),
      )
      .check(...items(1, 100, 'domains')),
  ),
  /** False disables incoming mail, which SES supports only in some Regions. True skips the Region check. */
  inbound: z.optional(z.boolean()),
  /** The email address that receives alarms. */
  alarmEmail: z.optional(z.email('must be an email address')),
  /**
   * `essential` has ten alarms, which report failed requests and lost work. `all` also has alarms for each queue, worker
   * and index, and for the ingress of `full`. The default is `essential` for `economy` and `all` for `full`.
   */
  alarms: z.optional(z.enum(['essential', 'all'])),
  /** Creates the role for API Gateway access logs. Set to false if the Region already has such a role. */
  apiGatewayLogRole: z._default(z.boolean(), true),
  /** The number of concurrent executions available to this deployment. A new account may have only ten. */
  executions: z._default(z.int().check(...between(10, 100_000)), 10),
  /**
   * The send rate of the SES account, in recipients per second. Bulk email reaches its share of this rate only if
   * `executions` is high enough.
   */
  sendRate: z._default(z.int().check(...between(1, 10_000)), 14),
  /** The number of domain calls per second that SES accepts from this account. */
  identityCallsPerSecond: z._default(z.number().check(...between(0.1, 100)), 1),
  /** The webhook attempts per second to one host, across all workspaces. */
  webhooksPerSecondByHost: z._default(z.int().check(...between(10, 500)), 50),
  /** The requests per second of the whole API. The burst is twice as large. */
  requestsPerSecond: z._default(z.int().check(...between(1, 10_000)), 100),
  /**
   * Whether a web ACL limits the rate of each source address. The default is true for `full` and false for `economy`.
   */
  firewall: z.optional(z.boolean()),
  /** The number of requests per minute that the firewall accepts from one address. */
  requestsPerMinuteByAddress: z._default(z.int().check(...between(10, 1_000_000)), 3_000),
  logRetentionDays: z._default(z.literal([7, 30, 90, 365]), 30),
  /** The name of a table restored from a backup. The stack `Data` uses this table instead of creating one. */
  restoredTable: z.optional(
    text(
      /^[a-zA-Z0-9_.-]{3,255}$/,
      'the name of a table: 3 to 255 letters, digits, dots, hyphens and underscores',
    ),
  ),
  /**
   * Resources that an earlier deployment of the stage retained when it was removed. The deployment uses them instead
   * of creating new ones. `restoredTable` adopts the table.
   */
  adopt: z._default(
    z.strictObject({
      contentBucket: z.optional(bucketName),
      inboundBucket: z.optional(bucketName),
      webhookSecretsKey: z.optional(
        text(
          /^(mrk-[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
          'the ID of a KMS key, not its ARN or alias',
        ),
      ),
      userPool: z.optional(
        text(/^[a-z]{2}(-[a-z]+)+-\d_[0-9a-zA-Z]+$/, 'the ID of a user pool, such as us-east-1_AbCdEf123'),
      ),
    }),
    {},
  ),
  /** Whether a KMS key of the deployment encrypts the secrets of webhook endpoints, for $1 a month. */
  customerKey: z._default(z.boolean(), false),
  /**
   * The base URL of links in emails: your domain or CloudFront's domain. The default is the API Gateway URL of the
   * API.
   */
  publicUrl: z.optional(
    text(
      /^(?=.{1,150}$)https:\/\/[^\s?#<>"]*[^\s?#<>"/]$/,
      'an https URL of at most 150 characters, without a query or a trailing slash',
    ),
  ),
  /**
   * The host names of tracked links that get a certificate and a CloudFront distribution, which also serve links over
   * HTTPS. ACM accepts ten names per certificate.
   */
  trackingHosts: z.optional(
    z
      .array(
        text(
          /^(?=.{1,253}$)link\.([a-z0-9-]+\.)+[a-z0-9-]+$/,
          'a host name in lowercase that begins with link., such as link.news.acme.example',
        ),
      )
      .check(
        ...items(1, 10, 'hosts'),
        z.refine((hosts) => new Set(hosts).size === hosts.length, 'A host is listed twice'),
        z.refine(
          ([first = '']) => first.length <= 64,
          'The first host must have at most 64 characters, the limit of ACM. List a shorter host first',
        ),
      ),
  ),
  /** Your own HTTPS proxy for tracked links, to which the CNAMEs of tracking hosts point. Replaces `trackingHosts`. */
  trackingTarget: z.optional(
    text(/^(?=.{1,253}$)([a-z0-9-]+\.)+[a-z0-9-]+$/, 'a host name in lowercase, such as links.acme.example'),
  ),
  /** The number of hours after which an undecided draft expires. */
  approvalExpiryHours: z._default(z.int().check(...between(1, 8_760)), 72),
  /** If true, users sign in to the dashboard with a user pool of this deployment. If false, they use an API key. */
  users: z._default(z.boolean(), false),
  /** An issuer whose access tokens the API accepts in addition to API keys. */
  oauth: z.optional(z.strictObject({ issuer: url, audience: z.string(), jwksUri: url })),
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
    'receiptRuleSet and receiptRuleAfter must be set together: the active rule set of the account, and the last rule ' +
      "before any that stops mail of this service's domains. " +
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
    throw new SettingsError(
      source,
      firstOfEachField(error.details ?? [])
        .map(formatDetail)
        .join('; '),
    );
  }
}

/** After a value of the wrong type, zod also checks the length of the value. */
function firstOfEachField(details: readonly ErrorDetail[]): ErrorDetail[] {
  const fields = details.map(({ path }) => path.join('.'));
  return details.filter((_detail, index) => fields.indexOf(fields[index] ?? '') === index);
}

const formatDetail = ({ path, message }: ErrorDetail): string =>
  [path.join('.'), message].filter(Boolean).join(': ');
