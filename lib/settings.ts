import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** Schemas of the API have words of their own for this, which name no field. */
const unknownFieldMessages = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === 'unrecognized_keys' ? `Unknown field: ${issue.keys.join(', ')}` : undefined,
};

/** What a deployment may set: the file `carrier-nest.json`, explained in docs/deploying.md. */
const Settings = z.strictObject(
  {
    /** Part of every name, so that several deployments fit into one account. */
    stage: z._default(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/)), 'prod'),
    /** `full` puts CloudFront and a container in front, for bodies above API Gateway's limit. */
    preset: z._default(z.enum(['economy', 'full']), 'economy'),
    /** The account's active SES receipt rule set. Without it a rule set of our own is made, not yet active. */
    receiptRuleSet: z.optional(z.string()),
    /** False without mail that arrives: SES receives in some Regions only. True skips the check of the Region. */
    inbound: z.optional(z.boolean()),
    /** Who hears of alarms. */
    alarmEmail: z.optional(z.email()),
    /** Makes the role under which API Gateway writes access logs, one for the account in a Region; false where it has one. */
    apiGatewayLogRole: z._default(z.boolean(), true),
    /** How many executions of functions at the same time this deployment may count on: a new account may have ten. */
    executions: z._default(z.int().check(z.minimum(10), z.maximum(100_000)), 10),
    /** How many recipients a second SES lets this account send to: as much bulk mail is handed over, as far as `executions` reach. */
    sendRate: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 14),
    /** How many calls about domains SES takes of this account in a second. */
    identityCallsPerSecond: z._default(z.number().check(z.minimum(0.1), z.maximum(100)), 1),
    /** How many attempts a second one host gets, of the webhooks of all workspaces together. */
    webhooksPerSecondByHost: z._default(z.int().check(z.minimum(10), z.maximum(500)), 50),
    /** What the API takes in a second in sum, and twice as much at once. */
    requestsPerSecond: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 100),
    /** A web ACL that holds each address to a rate, whoever calls from there; the preset `full` has it unless told otherwise. */
    firewall: z.optional(z.boolean()),
    /** What the firewall lets through from one address. */
    requestsPerMinuteByAddress: z._default(z.int().check(z.minimum(10), z.maximum(1_000_000)), 3_000),
    logRetentionDays: z._default(z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]), 30),
    /** A table that was restored from a backup, in place of the one that the stack `Data` makes. */
    restoredTable: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9_.-]{3,255}$/))),
    /** Where the links in mails lead, if not to API Gateway's own address of the API: your domain, or CloudFront's. */
    publicUrl: z.optional(z.string().check(z.regex(/^https:\/\/[^\s?#<>"]*[^\s?#<>"/]$/), z.maxLength(150))),
    /** After so many hours without a decision a held draft expires. */
    approvalExpiryHours: z._default(z.int().check(z.minimum(1), z.maximum(8_760)), 72),
    /** People sign in to the dashboard, with a user pool of this deployment. Without it an API key opens it. */
    users: z._default(z.boolean(), false),
    /** An issuer whose access tokens are accepted beside API keys. */
    oauth: z.optional(
      z.strictObject({ issuer: z.url(), audience: z.string(), jwksUri: z.url() }, unknownFieldMessages),
    ),
  },
  unknownFieldMessages,
);

export type Settings = z.infer<typeof Settings>;

export const hasFirewall = ({ firewall, preset }: Pick<Settings, 'firewall' | 'preset'>): boolean =>
  firewall ?? preset === 'full';

/**
 * Who signs in comes back to `publicUrl`. With `full` the pages are at CloudFront's address, which that stack makes after
 * the one that must name it.
 */
function refuseMissingPublicUrl({ users, preset, publicUrl }: Settings, source: string): void {
  if (!users || preset !== 'full' || publicUrl) return;
  throw new Error(
    `${source}: users: with the preset full, publicUrl has to say where they come back to: your domain, or the address ` +
      'that the stack Edge names. Where it was deployed without one, then: ' +
      'npm run deploy -- --no-previous-parameters',
  );
}

export function readSettings(file = 'carrier-nest.json'): Settings {
  const input: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return parseSettings(input, file);
}

/** What is not given is the default. */
export function parseSettings(input: unknown, source = 'settings'): Settings {
  const result = Settings.safeParse(input);
  if (!result.success) throw new Error(`${source}: ${z.prettifyError(result.error)}`);
  refuseMissingPublicUrl(result.data, source);
  return result.data;
}
