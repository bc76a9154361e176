import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { anEmail } from '../support/factories';
import type { Service, ApiResponse } from '../support/service';
import { useService } from '../support/use-service';

const service = useService();

/** Returns the text that a developer reads first: the first detail or, without details, the message. */
function errorTextOf({ body }: ApiResponse): string {
  const { message, details: [detail] = [] } = body.error;
  return detail ? `${detail.path.join('.')}: ${detail.message}` : message;
}

describe('mistakes in a send request', () => {
  // E-2
  test.each<[string, Record<string, unknown>, number, string]>([
    ['no sender', { from: undefined }, 422, 'from: `from` is required'],
    ['an empty recipient list', { to: [] }, 422, 'to: name at least one recipient'],
    ['a name instead of an address', { to: 'Kim' }, 422, 'to: not an email address'],
    ['no subject', { subject: undefined }, 422, 'subject: A subject is required'],
    ['a missing body', { text: undefined }, 422, 'text: One of html, text or template is required'],
    [
      'a typo in a field name',
      { atachments: [] },
      422,
      'atachments: Unknown field; did you mean `attachments`?',
    ],
    ['a field of another service', { TextBody: 'Hi' }, 422, 'TextBody: Unknown field; did you mean `text`?'],
    [
      'the field name of another service',
      { send_at: 'now' },
      422,
      'send_at: Unknown field; did you mean `scheduled_at`?',
    ],
    [
      'a reply header as a field',
      { in_reply_to: '<a@b>' },
      422,
      'in_reply_to: Unknown field; did you mean `reply_to_message_id`?',
    ],
    ['tags as an object', { tags: { a: 'b' } }, 422, 'tags: must be an array'],
    [
      'a file that is not base64',
      { attachments: [{ filename: 'a', content: 'ü' }] },
      422,
      'attachments.0.content: must be base64',
    ],
    [
      'an ambiguous date',
      { scheduled_at: '05/06/2027' },
      422,
      'scheduled_at: the order of day and month is ambiguous. ' +
        'Give an ISO 8601 time such as 2026-12-24T18:00:00Z, or "in 2 hours"',
    ],
    [
      'an invalid time',
      { scheduled_at: 'soon' },
      422,
      'scheduled_at: not a time. Give an ISO 8601 time such as 2026-12-24T18:00:00Z, or "in 2 hours"',
    ],
    [
      'an unregistered domain',
      { from: 'desk@gmail.com' },
      422,
      'No verified transactional sending domain for gmail.com. Add and verify it with POST /v1/domains.',
    ],
    ['an unknown topic', { topic: 'offers' }, 422, 'topic: No such topic. Create it with POST /v1/topics'],
    [
      'an unknown template',
      { template: 'hello', text: undefined },
      422,
      'template: No such template. Create it with POST /v1/templates',
    ],
    [
      'a reply to an unknown message',
      { reply_to_message_id: 'x' },
      422,
      'reply_to_message_id: No such message',
    ],
  ])('%s gets an error that says what to do', async (_description, overrides, status, says) => {
    const result = await service.api('POST', '/v1/emails', { body: anEmail(overrides) });

    expect({ status: result.status, says: errorTextOf(result) }).toEqual({ status, says });
  });
});

test('sending email of the wrong risk class from a domain gets an error that names the right risk class', async () => {
  const result = await service.api('POST', '/v1/emails', { body: anEmail({ risk_class: 'marketing' }) });

  expect(result.status).toBe(422);
  expect(errorTextOf(result)).toMatch(
    /^No verified marketing sending domain for \S+\. It is verified for transactional email\. Email of another /,
  );
});

test('sending from an unverified domain gets an error that says where to find the DNS records', async () => {
  const domain = `${randomUUID()}.example`;
  const added = await service.api('POST', '/v1/domains', { body: { domain, risk_class: 'transactional' } });

  const result = await service.api('POST', '/v1/emails', { body: anEmail({ from: `desk@${domain}` }) });

  expect(errorTextOf(result)).toBe(
    `No verified transactional sending domain for ${domain}. ` +
      `Its verification is pending: GET /v1/domains/${added.body.data[0].id} shows its DNS records.`,
  );
});

type Request = Parameters<Service['api']>[2];

describe('mistakes in an HTTP request', () => {
  test.each<[string, [string, string, Request?], number, RegExp]>([
    ['no key', ['GET', '/v1/emails', { key: null }], 401, /Send "Authorization: Bearer <API_KEY>"$/],
    [
      'an incomplete key',
      ['GET', '/v1/emails', { key: 'sk_live_bad' }],
      401,
      /not an API key or token\. An API key is sk_live_ followed by at least 20 letters and digits$/,
    ],
    ['an unknown path', ['GET', '/v1/mails'], 404, /^No such API route\. Did you mean \/v1\/emails\?$/],
    [
      'invalid JSON',
      ['POST', '/v1/emails', { raw: "{'from':1}" }],
      400,
      /^The body is not valid JSON: .*position 1/,
    ],
    ['an empty body', ['POST', '/v1/emails', { raw: '' }], 400, /^The body is not valid JSON: it is empty$/],
    [
      'a form, as curl -d sends it',
      ['POST', '/v1/emails', { raw: '{}', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
      415,
      /^The Content-Type of the body is application\/x-www-form-urlencoded\. Use application\/json, as curl's --json/,
    ],
    [
      'an unknown status',
      ['GET', '/v1/emails?status=delivred'],
      422,
      /^status: must be one of queued, .*failed$/,
    ],
    [
      'an unknown scope',
      ['POST', '/v1/api-keys', { body: { name: 'a', scopes: ['email:send'] } }],
      422,
      /must be one of emails:send, .*; did you mean `emails:send`\?$/,
    ],
    [
      'a webhook to this machine',
      ['POST', '/v1/webhook-endpoints', { body: { url: 'http://localhost:9999/', events: ['send'] } }],
      422,
      /^url: must be a public http or https address$/,
    ],
    [
      'a typo in the name of a required field',
      ['POST', '/v1/webhook-endpoints', { body: { url: 'https://acme.example/', event: ['send'] } }],
      422,
      /^events: `events` is required; `event` is not a known field$/,
    ],
    [
      'a URL as a domain',
      ['POST', '/v1/domains', { body: { domain: 'https://acme.example/' } }],
      422,
      /^domain: must be a host name such as example.com$/,
    ],
  ])('%s gets an error that says what to do', async (_description, [method, path, request], status, says) => {
    const result = await service.api(method, path, request);

    expect(result.status).toBe(status);
    expect(errorTextOf(result)).toMatch(says);
  });
});

test('registering a local webhook URL prints in the terminal how to map a host', async () => {
  const body = { url: 'http://127.0.0.1:9999/', events: ['send'] };

  await service.api('POST', '/v1/webhook-endpoints', { body });

  await service.waitForOutput(/curl -X PUT http:\/\/127\.0\.0\.1:\d+\/control\/hosts\/hooks\.acme\.example/);
});

describe('mistakes in a control API call', () => {
  const callControl = async (method: string, path: string, body: unknown, type = 'application/json') => {
    const response = await fetch(`${service.metadata.console}/control${path}`, {
      method,
      headers: { 'Content-Type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const result = (await response.json()) as { error: { message: string } };
    return { status: response.status, says: result.error.message };
  };

  test.each<[string, string, unknown, number, RegExp]>([
    [
      'POST',
      '/clock',
      { advance: 60_000 },
      400,
      /^advance_ms: is required; .*"advance"\. The body takes advance_ms, or instead set\.$/,
    ],
    [
      'POST',
      '/clock',
      { advance_ms: '5' },
      400,
      /^advance_ms: .*number.*\. The body takes advance_ms, or instead set\.$/,
    ],
    ['POST', '/clock', {}, 400, /^A field is missing\. The body takes advance_ms, or instead set\.$/],
    [
      'POST',
      '/clock',
      { advance_ms: 1, set: '2099-01-01T00:00:00Z' },
      400,
      /^advance_ms and set cannot be combined\./,
    ],
    ['POST', '/clock', { set: '05/06/2099' }, 400, /^set: Invalid ISO datetime\./],
    [
      'POST',
      '/clock',
      { set: '9999-12-31T23:59:59.999-01:00' },
      400,
      /^The clock cannot move past 9999-12-31T23:59:59.999Z$/,
    ],
    ['POST', '/settle', { timeout: 1 }, 400, /The body takes timeout_ms\.$/],
    [
      'POST',
      '/workspaces',
      { name: 'Acme', color: 1 },
      400,
      /The action takes name, plan, .*; color: Unknown field/,
    ],
    [
      'POST',
      '/workspaces/x/domains',
      { domain: 'a.example' },
      400,
      /The body takes domain, risk_class \(transactional \| marketing\), verified/,
    ],
    [
      'POST',
      '/faults',
      { service: 'ses', operation: 'SendEmail', error: 'x' },
      400,
      /^service: must be one of .*sesv2/,
    ],
    [
      'POST',
      '/faults',
      { service: 'sqs', operation: 'Send', error: 'x' },
      400,
      /^operation: sqs has no Send; must be one of .*SendMessage/,
    ],
    [
      'POST',
      '/faults',
      { service: 'sqs', operation: 'SendMessage' },
      400,
      /error, crash or delay_ms is required/,
    ],
    ['PUT', '/hosts/a.example', { to: 'localhost' }, 400, /Must be 127.0.0.1:PORT/],
    [
      'PUT',
      '/dns/a.example',
      { a: ['1.2.3.4'] },
      400,
      /The body takes A, AAAA, MX, TXT, CNAME, or instead error \(NXDOMAIN \| SERVFAIL \| TIMEOUT\)\.$/,
    ],
    ['PUT', '/dns/a.example', { error: 'GONE' }, 400, /"error".* or instead error \(NXDOMAIN \| SERVFAIL/],
    ['PUT', '/hosts/a.example', { to: '127.0.0.1:65536' }, 400, /Must be a port up to 65535/],
    ['POST', '/provider-events', [], 400, /The body takes an object\.$/],
    ['PATCH', '/settings', { autoDelivery: true }, 400, /The body takes auto_delivery/],
    ['PUT', '/hosts/a.example:80', { to: '127.0.0.1:80' }, 400, /must be a host name .* without a port$/],
    [
      'PUT',
      '/hosts/localhost',
      { to: '127.0.0.1:80' },
      400,
      /must be a host name such as hooks\.acme\.example/,
    ],
    [
      'POST',
      '/outbox/x/events',
      { type: 'open' },
      404,
      /provider_message_id that GET \/control\/outbox returns$/,
    ],
    ['PUT', '/settle', {}, 404, /^No such call: PUT \/control\/settle\. This path supports POST\.$/],
    ['POST', '/time', {}, 404, /^No such call: POST \/control\/time\. GET \/control lists all calls\.$/],
  ])('%s %s %j gets an error that names the right fields', async (method, path, body, status, says) => {
    const result = await callControl(method, path, body);

    expect(result).toEqual({ status, says: expect.stringMatching(says) });
  });

  test.each(['garbage', '05/06/2027'])('a time of %s gets an error that asks for ISO 8601', async (time) => {
    await service.api('POST', '/v1/emails', { body: anEmail() });
    const [mail] = await service.outbox();
    const response = await fetch(`${service.metadata.console}/control/calls?since=${time}`);

    expect(response.status).toBe(400);
    expect(
      await callControl('POST', `/outbox/${String(mail?.provider_message_id)}/events`, {
        type: 'open',
        at: time,
      }),
    ).toEqual({
      status: 400,
      says: 'at: must be an ISO 8601 time',
    });
  });

  test('an email without a recipient gets an error that asks for rcpt', async () => {
    const result = await callControl('POST', '/inbound?mail_from=a@b.test', 'Hi', 'message/rfc822');

    expect(result).toEqual({
      status: 400,
      says: expect.stringMatching(/^rcpt: is required\. Name the recipient/),
    });
  });

  test('an email with the wrong Content-Type gets an error that names the right Content-Type', async () => {
    const result = await callControl('POST', '/inbound?rcpt=a@b.test', 'Hi', 'text/plain');

    expect(result).toEqual({
      status: 415,
      says: 'The Content-Type of the body is text/plain. Use message/rfc822',
    });
  });
});

test('a control API call to the API port gets an error that says that the control API has its own port', async () => {
  expect(await service.api('POST', '/control/settle')).toMatchObject({
    status: 404,
    body: { error: { message: expect.stringContaining('control API has its own port') } },
  });
});

test('outbound email over SMTP is refused with a hint to use the API', async () => {
  const transport = createTransport({ ...service.metadata.smtp, tls: { rejectUnauthorized: false } });

  const sending = transport.sendMail({ from: 'desk@mail.local.test', to: 'kim@example.com', text: 'Hi' });

  await expect(sending).rejects.toThrow(/This server only receives email. To send email, use the API/);
});
