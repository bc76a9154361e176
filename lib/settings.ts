import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** What a deployment may set: the file `carrier-nest.json`, explained in docs/deploying.md. */
const Settings = z.strictObject({
  /** Part of every name, so that several deployments fit into one account. */
  stage: z._default(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/)), 'prod'),
  /** `full` puts CloudFront and a container in front, for bodies above API Gateway's limit. */
  preset: z._default(z.enum(['economy', 'full']), 'economy'),
  /** The account's active SES receipt rule set. Without it a rule set of our own is made, not yet active. */
  receiptRuleSet: z.optional(z.string()),
  /** Who hears of alarms. */
  alarmEmail: z.optional(z.email()),
  logRetentionDays: z._default(z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]), 30),
  /** Where the links in mails lead, if not to API Gateway's own address of the API: your domain, or CloudFront's. */
  publicUrl: z.optional(z.string().check(z.regex(/^https:\/\/[^\s?#<>"]*[^\s?#<>"/]$/), z.maxLength(150))),
  /** After so many hours without a decision a held draft expires. */
  approvalExpiryHours: z._default(z.int().check(z.minimum(1), z.maximum(8_760)), 72),
  /** An issuer whose access tokens are accepted beside API keys. */
  oauth: z.optional(z.strictObject({ issuer: z.url(), audience: z.string(), jwksUri: z.url() })),
});

export type Settings = z.infer<typeof Settings>;

export function readSettings(file = 'carrier-nest.json'): Settings {
  const given: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const result = Settings.safeParse(given);
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`);
  return result.data;
}
