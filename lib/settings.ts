import { ApiError, type ErrorDetail } from '../shared/core/errors';
import * as z from '../shared/schema/schema';
import { validate } from '../shared/schema/validate';
import type { CarrierNestSettings } from './carrier-nest-props';
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

/** The shapes, defaults and limits of the settings. `CarrierNestSettings` explains each of them. */
const Settings = z.strictObject({
  stage: z._default(
    text(/^[a-z][a-z0-9-]{0,19}$/, 'a lowercase letter, then up to 19 lowercase letters, digits or hyphens'),
    'prod',
  ),
  preset: z._default(z.enum(['economy', 'full']), 'economy'),
  availabilityZones: z.optional(
    z
      .array(text(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/, 'the name of an Availability Zone, such as us-east-1b'))
      .check(
        z.length(2, 'must have two zones'),
        z.refine(([first, second]) => first !== second, 'The two zones must differ'),
      ),
  ),
  vpcOriginSecurityGroup: z.optional(
    text(/^sg-[0-9a-f]{8,17}$/, 'the ID of a security group, such as sg-0123456789abcdef0'),
  ),
  receiptRuleSet: z.optional(z.string()),
  receiptRuleAfter: z.optional(
    text(
      /^[\w.-]{1,64}$/,
      'the name of a receipt rule: at most 64 letters, digits, dots, hyphens and underscores',
    ),
  ),
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
  inbound: z.optional(z.boolean()),
  alarmEmail: z.optional(z.email('must be an email address')),
  alarms: z.optional(z.enum(['essential', 'all'])),
  apiGatewayLogRole: z._default(z.boolean(), true),
  executions: z._default(z.int().check(...between(10, 100_000)), 10),
  sendRate: z._default(z.int().check(...between(1, 10_000)), 14),
  identityCallsPerSecond: z._default(z.number().check(...between(0.1, 100)), 1),
  webhooksPerSecondByHost: z._default(z.int().check(...between(10, 500)), 50),
  requestsPerSecond: z._default(z.int().check(...between(1, 10_000)), 100),
  firewall: z.optional(z.boolean()),
  requestsPerMinuteByAddress: z._default(z.int().check(...between(10, 1_000_000)), 3_000),
  logRetentionDays: z._default(z.literal([7, 30, 90, 365]), 30),
  restoredTable: z.optional(
    text(
      /^[a-zA-Z0-9_.-]{3,255}$/,
      'the name of a table: 3 to 255 letters, digits, dots, hyphens and underscores',
    ),
  ),
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
  customerKey: z._default(z.boolean(), false),
  publicUrl: z.optional(
    text(
      /^(?=.{1,150}$)https:\/\/[^\s?#<>"]*[^\s?#<>"/]$/,
      'an https URL of at most 150 characters, without a query or a trailing slash',
    ),
  ),
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
  trackingTarget: z.optional(
    text(/^(?=.{1,253}$)([a-z0-9-]+\.)+[a-z0-9-]+$/, 'a host name in lowercase, such as links.acme.example'),
  ),
  approvalExpiryHours: z._default(z.int().check(...between(1, 8_760)), 72),
  users: z._default(z.boolean(), false),
  oauth: z.optional(z.strictObject({ issuer: url, audience: z.string(), jwksUri: url })),
} satisfies Record<keyof CarrierNestSettings, unknown>);

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
      'or the output ApiAddress of the stack Edge. If the stage was deployed without publicUrl, deploy ' +
      'with --no-previous-parameters',
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
