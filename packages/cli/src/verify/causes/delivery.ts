import type { Cause, CauseInput } from '../causes';
import { commandLine } from '../../distribution';

const domainOf = ({ facts }: CauseInput): string => facts.domain ?? 'the domain';

const isLate =
  (pattern: RegExp) =>
  ({ facts }: CauseInput): boolean =>
    pattern.test(facts.item ?? '');

const has =
  (pattern: RegExp) =>
  ({ facts }: CauseInput): boolean =>
    pattern.test(facts.detail ?? '');

const queueAge = (queue: string, worker: string): string =>
  `Compare the age of the oldest message of ${queue} with the throttles and errors of ${worker}: docs/runbook.md#queue-age.`;

/** Causes of something that should have happened after an accepted request. */
export const deliveryCauses: readonly Cause[] = [
  {
    symptom: 'no-domain',
    when: ({ facts }) => facts.domain === 'mail.example.com',
    cause: 'The workspace has no transactional domain to send from.',
    next: `Add one with ${commandLine('admin domains create WORKSPACE mail.example.com transactional')}, and publish the DNS records that it prints.`,
  },
  {
    symptom: 'no-domain',
    cause: (input) => `The workspace of this key has no transactional domain ${domainOf(input)}.`,
    next: 'Give one of the existing domains as --domain, or the key of the workspace that has the domain.',
  },
  {
    symptom: 'unverified-domain',
    when: ({ facts }) => facts.detail !== undefined,
    cause: (input) =>
      `DNS lacks a DKIM record of ${domainOf(input)}, so SES does not verify the domain or soon will not.`,
    next: ({ facts }) => `Publish ${facts.detail}. Run ${commandLine('doctor')} (dns.dkim) for all records.`,
  },
  {
    symptom: 'unverified-domain',
    cause: (input) => `DNS is correct, but SES has not verified ${domainOf(input)} yet.`,
    next: 'Wait a few minutes and run this again. See docs/runbook.md#a-domain-does-not-verify.',
  },
  {
    symptom: 'no-events',
    when: ({ evidence, facts }) => evidence.hasArrivedForOther('event', facts.domain),
    cause: (input) =>
      `The SES configuration set of ${domainOf(input)} has no event destination: events of another domain arrive.`,
    next: `Run ${commandLine('doctor')} (domains.events), which prints how to restore the event destination.`,
  },
  {
    symptom: 'no-events',
    when: ({ evidence }) => !evidence.hasArrived('event'),
    cause:
      'No SES event of any domain is recorded: the SNS topic EmailEvents has no subscription of the queue of recordEmailEvents, or recordEmailEvents fails.',
    next: 'Look for messages in that queue and its dead-letter queue (docs/runbook.md#queue-age). If there are some, read the log of recordEmailEvents. Otherwise, run aws sns list-subscriptions-by-topic for the topic, and deploy again if the queue is missing.',
  },
  {
    symptom: 'no-events',
    when: ({ evidence }) => !evidence.hasArrived('event'),
    cause: `The configuration set of every domain lacks its event destination (${commandLine('doctor')}, domains.events).`,
    next: `Run ${commandLine('doctor')} (domains.events).`,
  },
  {
    symptom: 'no-events',
    cause: 'recordEmailEvents failed for some events only.',
    next: 'See docs/runbook.md#dead-letters.',
  },
  {
    symptom: 'bounced',
    cause: 'The receiving server refuses the email.',
    next: 'Read the reply of that server in the column Seen. For mail to your own domain, see docs/runbook.md#mail-does-not-arrive.',
  },
  {
    symptom: 'late',
    when: isLate(/event|suppression/),
    cause:
      'The queue of recordEmailEvents is slow: too few executions, or slow or failing writes to the table.',
    next: queueAge('the queue of recordEmailEvents', 'recordEmailEvents'),
  },
  {
    symptom: 'late',
    when: isLate(/scheduled/),
    cause:
      'The queue of runDueWork is slow, or only the sweep found the email, because sendEmail may not write to the queue of wakeups.',
    next: 'Search the log of sendEmail for "wakeup not scheduled", and see docs/runbook.md#mail-is-late.',
  },
  {
    symptom: 'late',
    when: isLate(/webhook/),
    cause: 'The queue of deliverWebhook is slow.',
    next: queueAge('the queues of the stack Webhooks', 'deliverWebhook'),
  },
  {
    symptom: 'late',
    when: isLate(/received/),
    cause: 'The queue of receiveMail is slow.',
    next: queueAge('the queue of receiveMail', 'receiveMail'),
  },
  {
    symptom: 'late',
    when: isLate(/campaign/),
    cause: 'The queue of runCampaigns or sendSlices is slow.',
    next: 'See docs/runbook.md#mail-is-late.',
  },
  {
    symptom: 'not-due',
    when: has(/scheduled/),
    cause:
      'No wakeup reaches drainDueWork: sendEmail may not write to the queue of wakeups, or drainDueWork or runDueWork fails.',
    next: 'Search the log of sendEmail for "wakeup not scheduled", then the logs of drainDueWork and runDueWork. See docs/runbook.md#mail-is-late.',
  },
  {
    symptom: 'not-due',
    cause: 'runDueWork cannot submit due emails to SES, or does not read its queue.',
    next: 'See docs/runbook.md#mail-is-late.',
  },
  {
    symptom: 'not-suppressed',
    cause: 'recordEmailEvents records events, but cannot write suppressions.',
    next: 'Search the log of recordEmailEvents for errors, and see docs/runbook.md#dead-letters.',
  },
  {
    symptom: 'webhook-unpublished',
    cause: 'recordEmailEvents records the event, but cannot create or enqueue the delivery of the webhook.',
    next: 'Search the log of recordEmailEvents for errors, and see docs/runbook.md#a-webhook-does-not-arrive.',
  },
  {
    symptom: 'webhook-unattempted',
    cause: 'deliverWebhook does not read its queue, or fails.',
    next: `${queueAge('the queues of the stack Webhooks', 'deliverWebhook')} See docs/runbook.md#a-webhook-does-not-arrive.`,
  },
  {
    symptom: 'webhook-failed',
    when: has(/timed out|refused|resolve/),
    cause: 'The webhook URL does not reach this machine.',
    next: 'Check that --webhook-url forwards to --webhook-port of 127.0.0.1.',
  },
  {
    symptom: 'webhook-failed',
    cause: 'A server in front of this machine refuses the webhook.',
    next: 'Search the log of your tunnel or proxy for the status or error in the column Seen.',
  },
  {
    symptom: 'webhook-signature',
    when: has(/too_old|future/),
    cause: 'The clocks of the service and of this machine differ by more than five minutes.',
    next: 'Synchronize the clock of this machine. In the local runtime, start over with --fresh.',
  },
  {
    symptom: 'webhook-signature',
    cause: 'A server between the service and this machine changes the body or the header X-CN-Signature.',
    next: 'Forward the request unchanged (docs/webhooks.md#verifying).',
  },
  {
    symptom: 'wrong-mx',
    cause: (input) => `Mail to ${domainOf(input)} goes to another server than SES.`,
    next: ({ facts }) =>
      `Publish the MX record 10 ${facts.detail}, or leave the check out with --skip inbound if other mailboxes use the domain.`,
  },
  {
    symptom: 'not-received',
    when: ({ facts }) => facts.item === 'bounced',
    cause: (input) => `SES has no active receipt rule for ${domainOf(input)}, so it refused the mail.`,
    next: `Run ${commandLine('doctor')} (mail.rule-set, mail.receiving-domains), and activate the rule set with the output ActivateInbound of the stack Mail.`,
  },
  {
    symptom: 'not-received',
    cause: (input) =>
      `SES took the mail to ${domainOf(input)}, but the service has no message: its receipt rule is missing or does not match, or receiveMail fails.`,
    next: `List the objects below inbound/ in the bucket InboundMail of the stack Mail. If the message is there, search the log of receiveMail for "mail not received". Otherwise, run ${commandLine('doctor')} (mail.rule-set, mail.receiving-domains).`,
  },
  {
    symptom: 'wrong-file',
    cause: 'The bucket of received mail lost or changed the raw message.',
    next: 'See docs/runbook.md#mail-does-not-arrive.',
  },
  {
    symptom: 'campaign-stuck',
    when: has(/not started/),
    cause: 'runCampaigns does not read its queue, or fails, so the audience is not frozen.',
    next: queueAge('the queue of runCampaigns', 'runCampaigns'),
  },
  {
    symptom: 'campaign-stuck',
    cause: 'sendSlices does not read its queue, fails or is throttled.',
    next: queueAge('the queue of sendSlices', 'sendSlices'),
  },
  {
    symptom: 'campaign-stopped',
    when: has(/quota|throttled/),
    cause: 'SES throttles the account: its send rate or its 24-hour quota is used up.',
    next: 'Run aws sesv2 get-account, and see docs/runbook.md#throttled-by-ses.',
  },
  {
    symptom: 'campaign-stopped',
    when: has(/interrupted/),
    cause: 'SES does not accept email from the account or from the marketing domain.',
    next: `Run ${commandLine('doctor')} (ses.sending, domains.status).`,
  },
  {
    symptom: 'campaign-stopped',
    cause: ({ facts }) => `The service stopped the campaign for this reason: ${facts.detail}.`,
    next: 'See docs/campaigns.md, section "Pauses".',
  },
  {
    symptom: 'wrong-link',
    when: ({ facts, url }) => facts.detail !== new URL(url).origin,
    cause: ({ facts, url }) =>
      `The links in emails point to ${facts.detail}, but the service is at ${new URL(url).origin}: the functions have a wrong public URL.`,
    next: 'Deploy again, so that the environment of the functions has the address of the API. A proxy of your own must also forward the path of the links.',
  },
  {
    symptom: 'wrong-link',
    cause: 'The function of the unsubscribe page fails, or the path of the links is wrong.',
    next: 'Search the log of the functions of the links for errors, and see docs/runbook.md#api-errors.',
  },
  {
    symptom: 'not-unsubscribed',
    cause: 'The function of the unsubscribe page cannot write suppressions.',
    next: 'Search its log for errors, and see docs/runbook.md#api-errors.',
  },
];
