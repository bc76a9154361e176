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
      'Lists sending domains with their risk class, status, required DNS records and the values found in DNS.',
    operation: 'listDomains',
    args: {},
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'add_sending_domain',
    title: 'Add a sending domain',
    description:
      'If you set `risk_class`, creates `domain`. Otherwise, creates two domains below `domain`: `mail.<domain>` for transactional and `news.<domain>` for marketing email. After the owner has published the returned DNS records, call verify_sending_domain.',
    operation: 'createDomain',
    args: { domain: z.string().min(3), risk_class: riskClass.optional() },
    hints: writeHints,
  },
  {
    name: 'verify_sending_domain',
    title: 'Verify a sending domain',
    description:
      'Checks DNS now. Until the domain is verified, `dns_records` says which record is missing or wrong. Takes the ID of the domain, not its name.',
    operation: 'verifyDomain',
    args: { id },
    hints: idempotentWriteHints,
  },
];

export const domainChanges: Tool[] = [
  {
    name: 'get_sending_domain',
    title: 'Get a sending domain',
    description: 'Returns the required DNS records and the values found in DNS.',
    operation: 'getDomain',
    args: { id },
    hints: readHints,
  },
  {
    name: 'delete_sending_domain',
    title: 'Delete a sending domain',
    description: 'Deletes a domain, which can then neither send nor receive email.',
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
      'Lists suppressed addresses with scope and reason, such as a bounce, complaint or opt-out. `email` filters by address.',
    operation: 'listSuppressions',
    args: { email: email.optional(), ...pageArgs },
    hints: readHints,
  },
  {
    name: 'add_suppression',
    title: 'Suppress an address',
    description: 'Stops all email to an address, or only email of the given `scope`.',
    operation: 'createSuppression',
    args: { email, scope: scope.optional(), reason: reason.optional() },
    hints: idempotentWriteHints,
  },
  {
    name: 'remove_suppression',
    title: 'Remove a suppression',
    description:
      'Allows email to an address again. Call this only if the recipient asked for it, because sending after a bounce or complaint harms your reputation.',
    operation: 'deleteSuppression',
    args: { email, scope: scope.default('all') },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'suppress_many',
    title: 'Suppress many addresses',
    description:
      'Suppresses up to 10,000 addresses, such as opt-outs from another service. By default, stops only marketing email.',
    operation: 'createSuppressionBatch',
    args: { emails: addresses, scope: scope.optional(), reason: reason.optional() },
    hints: idempotentWriteHints,
  },
];

export const suppressionBatches: Tool[] = [
  {
    name: 'remove_suppressions',
    title: 'Remove many suppressions',
    description: 'Allows email to up to 10,000 addresses again.',
    operation: 'deleteSuppressionBatch',
    args: { emails: addresses, scope: scope.optional() },
    hints: idempotentDestructiveHints,
  },
];

const url = z.string().max(2048).describe('A public https or http URL');
const events = z
  .array(z.string())
  .min(1)
  .describe('Such as `delivery`, `bounce` or `inbound`. The error for an unknown type lists all types');

export const webhooks: Tool[] = [
  {
    name: 'list_webhook_deliveries',
    title: 'List deliveries to a webhook endpoint',
    description: "Lists the latest deliveries, with their attempts and the receiver's last status.",
    operation: 'listWebhookDeliveries',
    args: { endpoint_id: z.string(), limit: z.int().min(1).max(200).default(50) },
    pathArguments: ['endpoint_id'],
    hints: readHints,
  },
];

export const webhookChanges: Tool[] = [
  {
    name: 'list_webhook_endpoints',
    title: 'List webhook endpoints',
    description: 'Returns the URL and event types of each endpoint.',
    operation: 'listWebhookEndpoints',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'create_webhook_endpoint',
    title: 'Create a webhook endpoint',
    description:
      'Creates an endpoint that receives the given events. Only this response has the signing secret. Give the secret to the operator of the receiver.',
    operation: 'createWebhookEndpoint',
    args: { url, events },
    hints: writeHints,
  },
  {
    name: 'update_webhook_endpoint',
    title: 'Change a webhook endpoint',
    description: 'Changes the URL, replaces the events, or enables or disables the endpoint.',
    operation: 'updateWebhookEndpoint',
    args: { id, url: url.optional(), events: events.optional(), enabled: z.boolean().optional() },
    hints: destructiveHints,
  },
  {
    name: 'delete_webhook_endpoint',
    title: 'Delete a webhook endpoint',
    description: 'Deletes an endpoint and stops all deliveries to it.',
    operation: 'deleteWebhookEndpoint',
    args: { id },
    hints: idempotentDestructiveHints,
  },
];

export const feeds: Tool[] = [
  {
    name: 'list_feeds',
    title: 'List feeds',
    description: 'Lists the feeds of events, which need no public URL.',
    operation: 'listFeeds',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'create_feed',
    title: 'Create a feed',
    description: 'Creates a feed that collects events of these types from now on.',
    operation: 'createFeed',
    args: {
      events: z.array(z.string()).min(1).describe('For example `inbound` or `bounce`'),
      inbox_id: z.string().optional(),
    },
    hints: writeHints,
  },
  {
    name: 'get_feed_events',
    title: 'Read or wait for events',
    description:
      'Returns the events of a feed after `after`, or waits for the next one. Pass the `next_cursor` of the last result as `after`.',
    operation: 'getFeedEvents',
    args: {
      id,
      after: z.string().optional(),
      wait: z.number().min(0).max(25).default(20).describe('Seconds'),
      limit: pageArgs.limit,
    },
    hints: readHints,
  },
  {
    name: 'delete_feed',
    title: 'Delete a feed',
    description: 'Deletes a feed and its events.',
    operation: 'deleteFeed',
    args: { id },
    hints: idempotentDestructiveHints,
  },
];
