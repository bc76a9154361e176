import { rawMail } from '../inbound-mail';
import { anEmail } from '../factories';
import type { ApiResponse } from '../service';

export interface RequestInput {
  body?: unknown;
  headers?: Record<string, string>;
  /** Sends the request without a Content-Length, so that the ingress parks the body before it invokes the function. */
  parked?: boolean;
}

type Api = (
  method: string,
  path: string,
  request?: RequestInput,
) => Promise<{ status: number; body: ApiResponse['body'] }>;

/** Calls the service as the owner of a workspace and as its recipients. */
export interface Caller {
  workspaceId: string;
  api: Api;
  /** Calls the API with another key of the workspace. */
  apiAs: (key: string) => Api;
  control: (method: string, path: string, body?: unknown) => Promise<ApiResponse['body']>;
  visitPage: (url: string, form?: string) => Promise<void>;
  rawMail: (providerMessageId: string) => Promise<string>;
  /** Makes this job process a queue message with this content. */
  deliver: (job: string, message: object) => Promise<void>;
  /** Delivers an inbound message to this address. */
  receiveMail: (raw: string, recipient: string) => Promise<void>;
}

/** Returns a POST request that uses every part of the request pipeline. */
export const withFullPipeline = (name: string): RequestInput => ({
  headers: { 'Idempotency-Key': name },
  parked: true,
});

/** Returns HTML that is large enough to be stored in S3. */
export const largeHtml = (): string =>
  `<p>${Array.from({ length: 2_000 }, () => Math.random().toString(36)).join('')}</p>`;

export async function expectStatus(status: number, call: ReturnType<Api>): Promise<ApiResponse['body']> {
  const response = await call;
  if (response.status !== status) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Schedules emails from the domain of `from`, singly, in batches and on threads. */
export async function driveScheduledMail({ api, control }: Caller, from: string): Promise<void> {
  const send = (overrides: object, request: RequestInput = {}) =>
    expectStatus(202, api('POST', '/v1/emails', { body: anEmail({ from, ...overrides }), ...request }));

  await send({ scheduled_at: 'in 5 minutes', html: largeHtml() }, withFullPipeline('near'));
  const farEmail = await send({ scheduled_at: 'in 3 hours', html: largeHtml() });
  await expectStatus(200, api('DELETE', `/v1/emails/${farEmail.id}`, { parked: true }));
  await control('POST', '/clock', { advance_ms: 6 * 60_000 });

  const entries = [
    {},
    { scheduled_at: 'in 5 minutes' },
    { scheduled_at: 'in 4 hours', html: largeHtml() },
    { html: largeHtml() },
  ];
  const body = entries.map((overrides) => anEmail({ from, ...overrides }));
  await expectStatus(202, api('POST', '/v1/emails/batch', { body, ...withFullPipeline('batch') }));

  const first = await send({ html: largeHtml() });
  await send({ reply_to_message_id: first.id });
  await expectStatus(200, api('GET', `/v1/emails/${first.id}/content`));
  await expectStatus(200, api('GET', '/v1/threads'));
  await expectStatus(200, api('GET', '/v1/threads?awaiting_reply=true'));
  await expectStatus(200, api('GET', `/v1/threads/${first.thread_id}`));
  await expectStatus(200, api('POST', `/v1/threads/${first.thread_id}/handled`, withFullPipeline('handled')));
  await expectStatus(200, api('GET', '/v1/credential'));
  await expectStatus(200, api('GET', '/v1/usage'));
  await expectStatus(200, api('GET', '/v1/emails/metrics'));
}

/**
 * Sends an email to which SES responds with an error, and a batch whose function crashes. Repeats both requests when
 * the outcomes are known.
 */
export async function driveRetries({ api, control }: Caller, from: string): Promise<void> {
  const send = () =>
    api('POST', '/v1/emails', { body: anEmail({ from }), ...withFullPipeline('unanswered') });
  const sendBatch = () =>
    api('POST', '/v1/emails/batch', { body: [anEmail({ from })], ...withFullPipeline('died') });
  const sesFault = { service: 'sesv2', operation: 'SendEmail', times: 1 };

  await control('POST', '/faults', { ...sesFault, error: 'InternalFailure' });
  await expectStatus(502, send());
  await control('POST', '/faults', { ...sesFault, crash: 'before' });
  await sendBatch();
  await control('POST', '/clock', { advance_ms: 11 * 60_000 });
  await expectStatus(202, send());
  await expectStatus(202, sendBatch());
}

/** Receives a short message with an attachment, and a message that is large enough to be stored in S3. */
export async function driveInbound({ api, receiveMail }: Caller, to: string): Promise<void> {
  const messageId = '<large@example.com>';
  const large = rawMail({ to, messageId, headers: ['Content-Type: text/html'], body: largeHtml() });
  // The second delivery is a copy, and the reply quotes a message whose content is in S3.
  for (const raw of [large, large, rawMail({ to, inReplyTo: messageId, body: 'Yes\r\n\r\n> No' })])
    await receiveMail(raw, to);
  await receiveMail(
    rawMail({ to, subject: 'Files', headers: ['Content-Type: application/pdf'], body: 'PDF' }),
    to,
  );
  const { data } = await expectStatus(200, api('GET', '/v1/threads?awaiting_reply=true'));
  const { id } = data.find(({ subject }: { subject: string }) => subject === 'Files');
  const { messages } = await expectStatus(200, api('GET', `/v1/threads/${id}`));
  for (const path of ['', '/raw'])
    await expectStatus(200, api('GET', `/v1/inbound/${messages[0].id}${path}`));
  await expectStatus(200, api('GET', `/v1/inbound/${messages[0].id}/attachments`));
  await expectStatus(200, api('GET', `/v1/inbound/${messages[0].id}/attachments/0`));
}

/** Schedules an email whose domain is deleted before the due time. */
export async function driveDeletedDomain({ api, control }: Caller, domain: { id: string; domain: string }) {
  const body = anEmail({ from: `desk@${domain.domain}`, scheduled_at: 'in 5 minutes' });
  await expectStatus(202, api('POST', '/v1/emails', { body }));
  await expectStatus(200, api('DELETE', `/v1/domains/${domain.id}`));
  await control('POST', '/clock', { advance_ms: 6 * 60_000 });
}

export async function driveApprovals({ api, apiAs }: Caller, from: string): Promise<void> {
  const agent = { name: 'Agent', scopes: ['emails:send'], requires_approval: true };
  const { key } = await expectStatus(201, api('POST', '/v1/api-keys', { body: agent }));
  const hold = async (overrides: object): Promise<string> => {
    const body = anEmail({ from, ...overrides });
    return (await expectStatus(202, apiAs(key)('POST', '/v1/emails', { body }))).approval_id;
  };
  const decide = (id: string, decision: string, request: RequestInput = {}) =>
    expectStatus(200, api('POST', `/v1/approvals/${id}`, { body: { decision }, ...request }));

  const drafts = [
    await hold({ html: largeHtml(), attachments: [{ filename: 'a.txt', content: 'QQ==' }] }),
    await hold({ scheduled_at: 'in 5 minutes' }),
    await hold({ scheduled_at: 'in 2 hours' }),
  ];
  await expectStatus(200, api('GET', '/v1/approvals'));
  await expectStatus(200, api('GET', `/v1/approvals/${drafts[0]}`));
  await expectStatus(200, api('GET', `/v1/approvals/${drafts[0]}/attachments/0`));
  for (const [index, id] of drafts.entries())
    await decide(id, 'approve', withFullPipeline(`approve ${index}`));
  await decide(await hold({ html: largeHtml() }), 'reject');
}

export async function driveTemplates({ api }: Caller): Promise<void> {
  const template = { slug: 'parcel', name: 'Parcel', subject: 'Order {{id}}', html: '<p>{{id}}</p>' };
  const post = (path: string, body: object) => api('POST', path, { body, ...withFullPipeline(path) });
  await expectStatus(201, post('/v1/templates', template));
  await expectStatus(200, api('POST', '/v1/templates', { body: template }));
  await expectStatus(200, api('GET', '/v1/templates'));
  await expectStatus(200, api('GET', '/v1/templates/parcel'));
  await expectStatus(200, post('/v1/templates/parcel/render', { variables: { id: '7' } }));
  await expectStatus(201, post('/v1/templates/parcel/duplicate', { slug: 'parcel-b' }));
  await expectStatus(200, api('DELETE', '/v1/templates/parcel', { parked: true }));
}

export async function driveTopics({ api }: Caller): Promise<void> {
  const topic = { key: 'offers', name: 'Offers' };
  const email = 'a@example.com';
  const post = (path: string, body: object) => api('POST', path, { body, ...withFullPipeline(path) });
  await expectStatus(201, post('/v1/topics', topic));
  await expectStatus(200, api('POST', '/v1/topics', { body: topic }));
  await expectStatus(200, api('GET', '/v1/topics'));
  await expectStatus(200, post('/v1/topics/offers/import', { emails: [email], subscribed: false }));
  await expectStatus(200, api('GET', `/v1/topics/preferences?email=${email}`));
  await expectStatus(200, post('/v1/topics/preferences', { email, topics: { offers: true } }));
  await expectStatus(200, api('DELETE', '/v1/topics/offers', { parked: true }));
}

export async function driveSuppressions({ api }: Caller, from: string): Promise<void> {
  const schedule = (to: string) =>
    api('POST', '/v1/emails', { body: anEmail({ from, to, scheduled_at: 'in 9 hours' }) });
  const post = (path: string, body: object) => api('POST', path, { body, ...withFullPipeline(path) });
  const reason = 'unsubscribe';
  const emails = ['two@example.com', 'three@example.com'];

  await schedule('one@example.com');
  await schedule('two@example.com');
  await expectStatus(201, post('/v1/suppressions', { email: 'one@example.com', reason }));
  await expectStatus(201, post('/v1/suppressions/batch', { emails, reason }));
  // A later unsubscribe does not replace a suppression by a hard bounce.
  const bounced = { emails: ['two@example.com'], reason: 'hard_bounce', scope: 'all' };
  await expectStatus(201, api('POST', '/v1/suppressions/batch', { body: bounced }));
  await expectStatus(201, api('POST', '/v1/suppressions', { body: { email: 'two@example.com', reason } }));
  await expectStatus(201, api('POST', '/v1/suppressions/batch', { body: { ...bounced, reason } }));
  await expectStatus(200, api('GET', '/v1/suppressions'));
  await expectStatus(200, api('GET', '/v1/suppressions?email=one@example.com'));
  const liftRequest = { emails, scope: 'marketing' };
  await expectStatus(200, api('DELETE', '/v1/suppressions/batch', { body: liftRequest, parked: true }));
  await expectStatus(200, api('DELETE', '/v1/suppressions/one@example.com', { parked: true }));
}

/**
 * Opens the links of marketing emails and submits their forms, also while an email is scheduled to the same recipient.
 */
export async function driveLinks(caller: Caller, from: string): Promise<void> {
  await expectStatus(201, caller.api('POST', '/v1/topics', { body: { key: 'news', name: 'News' } }));
  const readerLinks = await sendAndFindLinks(caller, anEmail({ from, to: 'reader@example.com' }));
  await caller.visitPage(readerLinks.unsubscribe);
  await caller.visitPage(readerLinks.unsubscribe, 'List-Unsubscribe=One-Click');
  const preferenceLinks = await sendAndFindLinks(
    caller,
    anEmail({ from, to: 'chooser@example.com', topic: 'news' }),
  );
  await caller.visitPage(preferenceLinks.preferences);
  await caller.visitPage(preferenceLinks.preferences, 'shown=news');
  await caller.visitPage(preferenceLinks.preferences, 'unsubscribe=all');
  const unsubscribeLinks = await sendAndFindLinks(
    caller,
    anEmail({ from, to: 'leaver@example.com', topic: 'news' }),
  );
  await caller.visitPage(unsubscribeLinks.unsubscribe, 'List-Unsubscribe=One-Click');
  const { unsubscribe } = await sendAndFindLinks(
    caller,
    anEmail({ from, to: 'writer@example.com', topic: 'news' }),
  );
  const [address, subject] = [from.replace(/^.*@/, 'list-unsubscribe@'), unsubscribe.split('/').at(-1)];
  await caller.receiveMail(rawMail({ to: address, ...(subject && { subject }) }), address);
}

/** Calls the MCP tools. The response to a client with a 2025 protocol version is an event stream. */
export async function driveTools({ api }: Caller): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { Accept: 'application/json, text/event-stream' };
  await expectStatus(200, api('POST', '/mcp', { body, headers, parked: true }));
  await expectStatus(405, api('GET', '/mcp'));
  const metadata = '/.well-known/oauth-protected-resource';
  await expectStatus(200, api('GET', metadata));
  await expectStatus(200, api('GET', `${metadata}/mcp`));
}

/**
 * Makes the service postpone due emails by minutes because SES throttles, and to the next day because the domain of
 * `from` is warming up.
 */
export async function driveRescheduling({ api, control }: Caller, desk: string, from: string): Promise<void> {
  const scheduled = { scheduled_at: 'in 5 minutes', to: 'patient@example.com' };
  const fault = { function: 'runDueWork', times: 4 };
  // The first update claims the email, and the second update charges the warm-up limit of the day.
  const allowanceFault = { ...fault, service: 'dynamodb', operation: 'UpdateItem', skip: 1, times: 1 };
  await control('POST', '/faults', { ...allowanceFault, error: 'ConditionalCheckFailedException' });
  const marketing = anEmail({ from, risk_class: 'marketing', ...scheduled });
  await expectStatus(202, api('POST', '/v1/emails', { body: marketing }));
  await control('POST', '/clock', { advance_ms: 6 * 60_000 });

  // The first three updates lock two lanes and unlock one. The next two updates, which reserve the send rate, fail.
  const rateFault = { ...allowanceFault, function: 'drainDueWork', skip: 3, times: 2 };
  await control('POST', '/faults', { ...rateFault, error: 'ConditionalCheckFailedException' });
  const throttleFault = {
    ...fault,
    service: 'sesv2',
    operation: 'SendEmail',
    error: 'TooManyRequestsException',
  };
  await control('POST', '/faults', throttleFault);
  await expectStatus(202, api('POST', '/v1/emails', { body: anEmail({ from: desk, ...scheduled }) }));
  await control('POST', '/clock', { advance_ms: 12 * 60_000 });
}

/** More addresses than the service looks up one by one. */
const manyAddresses = Array.from({ length: 30 }, (_, index) => `crowd-${index}@example.com`);

/**
 * Opts one address and then many addresses out of a topic while marketing emails under the topic are scheduled to
 * them.
 */
export async function driveOptOuts({ api }: Caller, from: string): Promise<void> {
  const [firstAddress = '', secondAddress = '', thirdAddress = ''] = manyAddresses;
  const scheduled = { from, topic: 'news', risk_class: 'marketing', scheduled_at: 'in 9 hours' };
  for (const to of [firstAddress, secondAddress, thirdAddress])
    await expectStatus(202, api('POST', '/v1/emails', { body: anEmail({ ...scheduled, to }) }));

  const preference = { email: firstAddress, topics: { news: false } };
  await expectStatus(200, api('POST', '/v1/topics/preferences', { body: preference }));
  for (const emails of [[secondAddress], manyAddresses]) {
    const body = { emails, subscribed: false };
    await expectStatus(200, api('POST', '/v1/topics/news/import', { body }));
  }
  const scheduledEmails = (await expectStatus(200, api('GET', '/v1/emails?status=scheduled'))).data;
  if (
    scheduledEmails.some(({ to }: { to: string[] }) => manyAddresses.some((address) => to.includes(address)))
  )
    throw new Error('An email is still scheduled to an address that opted out of its topic');
}

async function sendAndFindLinks({ api, control, rawMail }: Caller, email: object) {
  const body = { ...email, risk_class: 'marketing' };
  await expectStatus(202, api('POST', '/v1/emails', { body: { ...body, scheduled_at: 'in 9 hours' } }));
  const sent = await expectStatus(202, api('POST', '/v1/emails', { body }));
  const [mail] = (await control('GET', `/outbox?message_id=${sent.id}`)).data;
  const text = (await rawMail(mail.provider_message_id)).replace(/=\r\n/g, '').replace(/=3D/gi, '=');
  const find = (visitPage: string) =>
    new RegExp(`http://[^\\s"<>]+/${visitPage}/[^\\s"<>]+`).exec(text)?.[0] ?? '';
  return { unsubscribe: find('unsubscribe'), preferences: find('preferences') };
}
