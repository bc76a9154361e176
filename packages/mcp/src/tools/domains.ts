import * as z from 'zod';
import { email, id, pageArgs, reason, riskClass, scope } from '../args.ts';
import {
  destructiveHints,
  idempotentDestructiveHints,
  readHints,
  writeHints,
  idempotentWriteHints,
  type Tool,
} from '../tool.ts';

const addresses = z.array(z.string()).min(1).max(10_000);

export const domains: Tool[] = [
  {
    name: 'list_sending_domains',
    title: 'List sending domains',
    description:
      'The domains that mail can be sent from, for which class of mail, their state, and the DNS records of each with what DNS shows.',
    operation: 'listDomains',
    args: {},
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'add_sending_domain',
    title: 'Add a sending domain',
    description:
      'Without `risk_class` the name is a root, and two are made: `mail.` of it for transactional mail, `news.` of it for marketing. With it, that one name. The answer has the DNS records that the owner must publish; then call verify_sending_domain.',
    operation: 'createDomain',
    args: { domain: z.string().min(3), risk_class: riskClass.optional() },
    hints: writeHints,
  },
  {
    name: 'verify_sending_domain',
    title: 'Verify a sending domain',
    description:
      'Looks at DNS now. While it is not verified, `dns_records` says which record is missing or wrong. Takes the id, not the name.',
    operation: 'verifyDomain',
    args: { id },
    hints: idempotentWriteHints,
  },
];

export const domainChanges: Tool[] = [
  {
    name: 'get_sending_domain',
    title: 'Get a sending domain',
    description: 'One domain with its DNS records, and what DNS shows.',
    operation: 'getDomain',
    args: { id },
    hints: readHints,
  },
  {
    name: 'delete_sending_domain',
    title: 'Delete a sending domain',
    description: 'Nothing is sent from it or received at it any more.',
    operation: 'deleteDomain',
    args: { id },
    hints: idempotentDestructiveHints,
  },
];

export const suppressions: Tool[] = [
  {
    name: 'list_suppressions',
    title: 'List suppressed addresses',
    description:
      'Addresses that get no mail, and why: bounces, complaints, opt-outs, by hand. `email` asks about one.',
    operation: 'listSuppressions',
    args: { email: email.optional(), ...pageArgs },
    hints: readHints,
  },
  {
    name: 'add_suppression',
    title: 'Suppress an address',
    description: 'No mail of this scope reaches the address any more.',
    operation: 'createSuppression',
    args: { email, scope: scope.optional(), reason: reason.optional() },
    hints: idempotentWriteHints,
  },
  {
    name: 'remove_suppression',
    title: 'Lift a suppression',
    description:
      'Mail reaches the address again. Only where a person asked for it: who complained or bounced harms your reputation.',
    operation: 'deleteSuppression',
    args: { email, scope: scope.default('all') },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'suppress_many',
    title: 'Suppress many addresses',
    description:
      'Up to 10,000 at once, such as the opt-outs of another service. Marketing mail alone unless told.',
    operation: 'createSuppressionBatch',
    args: { emails: addresses, scope: scope.optional(), reason: reason.optional() },
    hints: idempotentWriteHints,
  },
];

export const suppressionBatches: Tool[] = [
  {
    name: 'remove_suppressions',
    title: 'Lift many suppressions',
    description: 'Up to 10,000 addresses are mailed again.',
    operation: 'deleteSuppressionBatch',
    args: { emails: addresses, scope: scope.optional() },
    hints: idempotentDestructiveHints,
  },
];

const url = z.string().max(2048).describe('Public, over HTTPS');
const events = z
  .array(z.string())
  .min(1)
  .describe('Such as `delivery`, `bounce`, `inbound`; a wrong one is answered with all');

export const webhooks: Tool[] = [
  {
    name: 'list_webhook_deliveries',
    title: 'List deliveries to a webhook endpoint',
    description: 'The latest deliveries with their attempts and what the receiver answered.',
    operation: 'listWebhookDeliveries',
    args: { endpoint_id: z.string(), limit: z.int().min(1).max(200).default(50) },
    pathArguments: ['endpoint_id'],
    hints: readHints,
    untrustedFields: ['data[].last_error'],
  },
];

export const webhookChanges: Tool[] = [
  {
    name: 'list_webhook_endpoints',
    title: 'List webhook endpoints',
    description: 'Where events are posted to, and which.',
    operation: 'listWebhookEndpoints',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'create_webhook_endpoint',
    title: 'Make a webhook endpoint',
    description:
      'Posts these events to a URL from now on. The answer has the secret that signs them, and no other answer has: hand it to the receiver.',
    operation: 'createWebhookEndpoint',
    args: { url, events },
    hints: writeHints,
  },
  {
    name: 'update_webhook_endpoint',
    title: 'Change a webhook endpoint',
    description: 'Changes the URL, replaces the events, or turns it off and on.',
    operation: 'updateWebhookEndpoint',
    args: { id, url: url.optional(), events: events.optional(), enabled: z.boolean().optional() },
    hints: destructiveHints,
  },
  {
    name: 'delete_webhook_endpoint',
    title: 'Delete a webhook endpoint',
    description: 'Nothing is posted to it any more.',
    operation: 'deleteWebhookEndpoint',
    args: { id },
    hints: idempotentDestructiveHints,
  },
];
