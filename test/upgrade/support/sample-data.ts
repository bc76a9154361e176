import { aKey, headerLines, readOutboxMail } from '../../support/api-helpers';
import { Automations } from '../../support/automations/automations';
import { campaignLink } from '../../support/campaigns/campaigns';
import { largeHtml } from '../../support/factories';
import { deliverInboundMail, rawMail } from '../../support/inbound-mail';
import type { ApiResponse, Service } from '../../support/service';
import { createTestWorkspace, numberedAddresses, type TestWorkspace } from '../../support/test-workspace';
import type { Browser } from '../../support/users/browser';
import { createSignedInUser } from '../../support/users/users';
import { respondWith, type WebhookReceiver } from '../../support/webhook-receiver';

type Fields = Record<string, unknown>;

export const minuteMs = 60_000;

/** A workspace with records of every kind, some of which have work that is due within three hours. */
export interface SampleData {
  workspace: TestWorkspace;
  /** The ids for the paths of each resource, for example `emails`. */
  ids: Record<string, string[]>;
  agent: { id: string; key: string };
  /** A user who is signed in. */
  user: { email: string; browser: Browser };
  endpoint: { id: string; secret: string };
  /** A server that refused the first attempts of the webhook deliveries. */
  receiver: WebhookReceiver;
  /** The path of the unsubscribe link in an email to `leaver`. */
  unsubscribePath: string;
  /** The Message-ID and the thread of an email to `kim@example.com`. */
  conversation: { messageId: string; threadId: string };
  /** An email that was sent with an Idempotency-Key. */
  sentOnce: ApiResponse['body'];
  /** The emails that become due. */
  scheduled: string[];
  drafts: { id: string; approval_id: string }[];
  draftCampaign: string;
  scheduledCampaign: string;
  automation: string;
  audience: string;
}

export const reader = 'reader@example.com';
/** The recipient of a newsletter, who unsubscribes later. */
export const leaver = 'leaver@example.com';
export const onceFields: Fields = { to: 'once@example.com', subject: 'Once' };

/** Creates the records through the API of the code that runs. */
export async function createSampleData(service: Service, receiver: WebhookReceiver): Promise<SampleData> {
  const workspace = await createTestWorkspace(service, {
    marketing: true,
    warmup: true,
    mail_retention_days: 365,
  });
  const post = (path: string, body?: unknown) => callOk(workspace, 'POST', path, body);

  const credentials = await createCredentials(service, workspace);
  const content = await createTemplatesAndTopics(post);
  const people = await createContacts(post);
  const endpoint = await createWebhookEndpoint(post, receiver.url);
  const marketing = await createMarketing(service, workspace, people.audience);
  const mail = await sendEmails(service, workspace);
  await service.settle();
  receiver.setBehavior(respondWith(500));
  await receiveQuestion(service, workspace);
  const inbound = await receiveReply(service, workspace, mail.conversation);
  await engage(service, mail.newsletter);
  // The enrollment sends its first step, the campaign ends, and the second attempt of each webhook delivery fails.
  await service.advance(2 * minuteMs);
  await service.settle();
  await engage(service, await findCampaignEmail(workspace));
  await post(`/v1/automations/${marketing.finished}/enroll`, { email: reader });
  // The second enrollment completes, the service classifies the opens and clicks, and the third attempts fail. The next
  // attempts are due in half an hour.
  await service.advance(10 * minuteMs);
  await service.settle();
  const due = await scheduleWork(workspace, credentials.agent.key, people.audience);

  return {
    ...{ workspace, ...credentials, receiver, endpoint, ...mail, ...due },
    ...{ audience: people.audience, automation: marketing.automation, draftCampaign: marketing.draft },
    ids: {
      emails: [...mail.emails, ...due.scheduled, ...due.drafts.map(({ id }) => id)],
      threads: [mail.conversation.threadId],
      inbound: [inbound],
      domains: Object.values(workspace.domains).map(({ id }) => id),
      templates: content.templates,
      contacts: people.contacts,
      audiences: [people.audience],
      segments: [people.segment],
      broadcasts: [marketing.sent, marketing.draft, due.scheduledCampaign],
      automations: [marketing.automation, marketing.paused, marketing.finished],
      'webhook-endpoints': [endpoint.id],
    },
  };
}

/** Returns the response body and throws unless the request succeeded. */
export async function callOk(
  workspace: TestWorkspace,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiResponse['body']> {
  const response = await workspace.api(method, path, body);
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

type Post = (path: string, body?: unknown) => Promise<ApiResponse['body']>;

async function createCredentials(service: Service, workspace: TestWorkspace) {
  const guardrails = { requires_approval: true, daily_send_limit: 50, allowed_recipients: ['@example.com'] };
  return {
    agent: await aKey(service, { creatorKey: workspace.key, name: 'Agent', ...guardrails }),
    user: await createSignedInUser(service, workspace.workspaceId, 'admin'),
  };
}

async function createTemplatesAndTopics(post: Post) {
  const template = { slug: 'order', name: 'Order', subject: 'Order {{id}}', html: '<p>{{name}}</p>' };
  await post('/v1/templates', template);
  await post('/v1/templates/order/duplicate', { slug: 'order-b', name: 'Order, B' });
  await post('/v1/topics', { key: 'offers', name: 'Offers' });
  await post('/v1/topics', { key: 'tips', name: 'Tips', default_subscribed: false });
  await post('/v1/topics/preferences', { email: 'chooser@example.com', topics: { offers: false } });
  await post('/v1/topics/tips/import', { emails: [reader, leaver], subscribed: true });
  await post('/v1/suppressions', { email: 'suppressed@example.com' });
  await post('/v1/suppressions/batch', { emails: ['left@example.com'], reason: 'unsubscribe' });
  return { templates: ['order', 'order-b'] };
}

async function createContacts(post: Post) {
  await post('/v1/contact-properties', { key: 'seats', name: 'Seats', type: 'number' });
  const { id: audience } = await post('/v1/audiences', { name: 'Customers' });
  const members = numberedAddresses(6).map((email) => ({ email, tags: ['customer'] }));
  await post(`/v1/audiences/${audience}/contacts`, members);
  const fields = {
    audience_id: audience,
    email: reader,
    first_name: 'Rae',
    attributes: { seats: 4 },
    tags: ['vip'],
  };
  const { id: contact } = await post('/v1/contacts', fields);
  const { id: other } = await post('/v1/contacts', { audience_id: audience, email: 'other@example.com' });
  const { id: segment } = await post('/v1/segments', {
    audience_id: audience,
    key: 'large',
    name: 'Large teams',
    properties: [{ property: 'seats', operator: 'gt', value: 1 }],
    tags: ['vip'],
  });
  return { audience, contacts: [contact, other], segment };
}

async function createWebhookEndpoint(post: Post, url: string): Promise<SampleData['endpoint']> {
  const events = ['delivery', 'bounce', 'inbound'];
  const { id, secret } = await post('/v1/webhook-endpoints', { url, events });
  return { id, secret };
}

async function createMarketing(service: Service, workspace: TestWorkspace, audience: string) {
  const automations = new Automations(service, workspace);
  const html = '<p>Hi</p>';
  const steps = [
    { delay_minutes: 0, subject: 'Welcome', html },
    { delay_minutes: 60, subject: 'After an hour', html },
  ];
  const automation = await automations.createActive({ slug: 'trial', steps });
  await automations.enroll(automation, reader, { variables: { name: 'Rae' } });
  const finished = await automations.createActive({
    slug: 'finished',
    steps: [{ ...steps[0], subject: 'Twice' }],
  });
  await automations.enroll(finished, reader);
  const trigger = { kind: 'event', event_name: 'bought' };
  const pausedSteps = [{ delay_minutes: 60, subject: 'Paused', html }];
  const paused = await automations.createActive({ slug: 'bought', trigger, steps: pausedSteps });
  await automations.recordEvent('bought', reader);
  await automations.setStatus(paused, 'paused');
  const sent = await createCampaign(workspace, audience, 'Sent');
  await callOk(workspace, 'POST', `/v1/broadcasts/${sent}/send`, {});
  return { automation, paused, finished, sent, draft: await createCampaign(workspace, audience, 'Draft') };
}

async function createCampaign(workspace: TestWorkspace, audience: string, name: string): Promise<string> {
  const html = `<p>Hi {{first_name}}, <a href="${campaignLink}">look</a></p>`;
  const sender = { audience_id: audience, identity_id: workspace.domains.marketing?.id };
  return (await callOk(workspace, 'POST', '/v1/broadcasts', { ...sender, name, subject: 'News', html })).id;
}

async function sendEmails(service: Service, workspace: TestWorkspace) {
  const attachments = [
    { filename: 'a.txt', content: Buffer.from('A').toString('base64'), content_type: 'text/plain' },
  ];
  const first = await workspace.sendAccepted({ to: 'Kim <kim@example.com>', html: largeHtml(), attachments });
  const { body: sentOnce } = await workspace.sendOnce(onceFields);
  const templated = {
    subject: undefined,
    text: undefined,
    template: 'order',
    variables: { id: '7', name: 'K' },
  };
  const entries = [{ to: 'lee@example.com' }, { to: 'templated@example.com', ...templated }];
  const batch = await callOk(
    workspace,
    'POST',
    '/v1/emails/batch',
    entries.map((entry) => workspace.buildEmail(entry)),
  );
  const followUp = await workspace.sendAccepted({ to: 'kim@example.com', reply_to_message_id: first.id });
  const bounced = await workspace.sendAccepted({ to: 'bounce@simulator.amazonses.com' });
  const newsletter = await workspace.sendAccepted({
    to: leaver,
    risk_class: 'marketing',
    topic: 'tips',
    text: undefined,
    html: `<p><a href="${campaignLink}">Look</a></p>`,
  });
  await service.settle();
  const canceled = await workspace.schedule({ scheduled_at: 'in 2 hours' });
  await workspace.cancel(canceled);
  const { parsed } = await readOutboxMail(service, first.id);
  const { raw } = await readOutboxMail(service, newsletter.id);
  const [, unsubscribeUrl = ''] = /List-Unsubscribe: <(.+?)>/.exec(headerLines(raw).join('\n')) ?? [];
  const inBatch: string[] = batch.data.map(({ id }: Fields) => id);
  return {
    emails: [first.id, sentOnce.id, ...inBatch, followUp.id, bounced.id, newsletter.id, canceled] as string[],
    conversation: { messageId: String(parsed.messageId), threadId: String(first.thread_id) },
    ...{ sentOnce, newsletter: String(newsletter.id), unsubscribePath: new URL(unsubscribeUrl).pathname },
  };
}

/** Delivers a message that starts a conversation. */
export async function receiveQuestion(service: Service, workspace: TestWorkspace): Promise<void> {
  const mail = rawMail({ to: workspace.from, subject: 'A question', messageId: '<question@example.com>' });
  await deliverInboundMail(service, { recipients: workspace.from }, mail);
}

/** Delivers a reply to the conversation and returns the id of the received message. */
export async function receiveReply(
  service: Service,
  workspace: TestWorkspace,
  { messageId, threadId }: SampleData['conversation'],
): Promise<string> {
  const headers = ['Content-Type: application/pdf', 'Content-Disposition: attachment; filename="a.pdf"'];
  const mail = rawMail({
    to: workspace.from,
    subject: 'Re: Hello',
    inReplyTo: messageId,
    headers,
    body: 'PDF',
  });
  const verdicts = { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' };
  await deliverInboundMail(service, { recipients: workspace.from, ...verdicts }, mail);
  await service.settle();
  const { messages } = await workspace.getThread(threadId);
  return messages.findLast(({ direction }: Fields) => direction === 'inbound').id;
}

async function findCampaignEmail(workspace: TestWorkspace): Promise<string> {
  const emails = await workspace.listEmails();
  return emails.find(({ subject }: Fields) => subject === 'News').id;
}

/** Reports that the recipient opened the email and clicked its link. */
export async function engage(service: Service, emailId: string): Promise<void> {
  const [mail] = await service.outbox(`?message_id=${emailId}`);
  const path = `/outbox/${String(mail?.['provider_message_id'])}/events`;
  await service.control('POST', path, { type: 'open' });
  await service.control('POST', path, { type: 'click', link: campaignLink });
}

async function scheduleWork(workspace: TestWorkspace, agentKey: string, audience: string) {
  const scheduled = [
    await workspace.schedule({ scheduled_at: 'in 10 minutes', html: largeHtml() }),
    await workspace.schedule({ scheduled_at: 'in 2 hours', to: 'later@example.com' }),
  ];
  const drafts = [
    await workspace.sendAccepted({ html: largeHtml() }, agentKey),
    await workspace.sendAccepted({ scheduled_at: 'in 90 minutes' }, agentKey),
    await workspace.sendAccepted({ subject: 'Unwanted' }, agentKey),
  ];
  const scheduledCampaign = await createCampaign(workspace, audience, 'Scheduled');
  const dueMs = Date.parse(await workspace.service.now()) + 20 * minuteMs;
  const scheduled_at = new Date(dueMs).toISOString();
  await callOk(workspace, 'POST', `/v1/broadcasts/${scheduledCampaign}/send`, { scheduled_at });
  return { scheduled, drafts, scheduledCampaign };
}
