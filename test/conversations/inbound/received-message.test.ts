import { randomBytes } from 'node:crypto';
import { dayMs } from '../../../shared/core/time';
import { aKey, refusalOf, scopesWithout } from '../../support/api-helpers';
import { deliverInboundMail } from '../../support/inbound-mail';
import { onlyReceivedMessage, receiveInboundMail } from '../../support/inbound-mails';
import { aTimestamp, anId, unknownId } from '../../support/matchers';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService, useTimeTravelRuntime } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

const getMessage = (id: string, key = workspace.key) => service.api('GET', `/v1/inbound/${id}`, { key });

async function downloadRaw(id: string, key = workspace.key) {
  const response = await fetch(`${service.metadata.api}/v1/inbound/${id}/raw`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function receiveRaw(raw: Buffer): Promise<string> {
  await deliverInboundMail(service, { recipients: workspace.from }, raw);
  await service.settle();
  return (await onlyReceivedMessage(workspace)).id;
}

const cc = Array.from({ length: 3 }, (_, index) => `cc-${index}@example.com`);

describe('a received message', () => {
  // TH-25
  test('has the addresses of Cc and Reply-To in the transcript', async () => {
    await receiveInboundMail(workspace, {
      headers: [
        `Cc: Lee <${cc[0]}>, "Berg, Max" <${cc[1]}>,\r\n team: ${cc[2]};`,
        'Reply-To: =?UTF-8?Q?J=C3=B8rn?= <jorn@example.org>',
        'Reply-To: Helpdesk <help@example.org>',
      ],
    });

    expect(await onlyReceivedMessage(workspace)).toMatchObject({
      cc,
      reply_to: ['jorn@example.org', 'help@example.org'],
    });
  });

  // TH-25
  test('without Cc and Reply-To has empty lists', async () => {
    await receiveInboundMail(workspace, { headers: ['Cc:', 'Reply-To: nobody'] });

    expect(await onlyReceivedMessage(workspace)).toMatchObject({ cc: [], reply_to: [] });
  });

  test('with thousands of addresses has the first 500 of Cc and the first 50 of Reply-To', async () => {
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, index) => `${String(index).padStart(300, 'a')}@example.com`);
    const fold = (list: string[]) => list.join(',\r\n ');

    await receiveInboundMail(workspace, {
      headers: [
        `To: ${fold(addresses(501))}`,
        `Cc: ${fold(addresses(501))}`,
        `Reply-To: ${fold(addresses(51))}`,
      ],
    });

    const message = await onlyReceivedMessage(workspace);
    expect(message.cc).toEqual(addresses(500));
    expect(message.reply_to).toEqual(addresses(50));
  });

  // IN-35
  test('is returned with its headers as received', async () => {
    const date = 'Sat, 21 Nov 2026 09:00:00 +0100';
    await receiveInboundMail(workspace, {
      from: 'Kim Example <Kim@Example.com>',
      subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
      date,
      headers: [`CC: ${cc[0]}`, 'X-Ünïcode: nö', 'x-folded: one\r\n\ttwo', 'X-Twice: 1', 'X-Twice: 2\0'],
    });
    const { id } = await onlyReceivedMessage(workspace);

    const { status, body } = await getMessage(id);

    expect(status).toBe(200);
    expect(body).toEqual({
      type: 'inbound',
      id,
      thread_id: anId,
      from: 'kim@example.com',
      to: [workspace.from],
      subject: 'Grüße',
      text: 'Thanks!',
      received_at: aTimestamp,
      spam_verdict: null,
      spf_verdict: null,
      dkim_verdict: null,
      dmarc_verdict: null,
      sender_authenticated: false,
      automated: false,
      inbox_id: null,
      cc: [cc[0]],
      reply_to: [],
      hidden_text: false,
      parts_disagree: false,
      known_participant: true,
      headers: [
        { name: 'From', value: 'Kim Example <Kim@Example.com>' },
        { name: 'To', value: workspace.from },
        { name: 'Subject', value: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=' },
        { name: 'Date', value: date },
        { name: 'CC', value: cc[0] },
        { name: 'x-folded', value: 'one two' },
        { name: 'X-Twice', value: '1' },
        { name: 'X-Twice', value: '2' },
      ],
      extracted: { codes: [], links: [] },
    });
  });

  // IN-36, IN-38
  test('is returned with the codes and links that a person sees in what the sender wrote', async () => {
    await receiveInboundMail(workspace, {
      subject: 'Sign in',
      headers: ['Content-Type: text/html'],
      body:
        '<p>Your sign-in code is <b>482 913</b>.</p><p hidden>Your sign-in code is 111111.</p>' +
        '<p><a href="https://203.0.113.7/signin">Sign in</a></p>' +
        '<blockquote type="cite">Your old sign-in code was 222222.</blockquote>',
    });
    const { id } = await onlyReceivedMessage(workspace);

    const { body } = await getMessage(id);

    expect(body.extracted).toEqual({
      codes: [{ value: '482913', kind: 'otp', confidence: 1 }],
      links: [
        {
          url: 'https://203.0.113.7/signin',
          text: 'Sign in',
          host: '203.0.113.7',
          kind: 'sign_in',
          suspicious: 'ip_host',
        },
      ],
    });
  });

  // IN-35
  test('whose text exceeds a response is returned without text', async () => {
    const id = await receiveRaw(
      Buffer.from(`From: kim@example.com\r\nX-Mark: yes\r\n\r\n${'a "b" '.repeat(600_000)}`),
    );

    const { status, body } = await getMessage(id);

    expect([status, body.text]).toEqual([200, null]);
    expect(body.headers).toContainEqual({ name: 'X-Mark', value: 'yes' });
  });

  // IN-32
  test('of more than 6 MB is downloaded byte by byte', async () => {
    const raw = Buffer.concat([
      Buffer.from('From: kim@example.com\r\nSubject: Large\r\nContent-Type: application/zip\r\n\r\n'),
      randomBytes(9_000_000),
    ]);
    const id = await receiveRaw(raw);

    const { status, headers, bytes } = await downloadRaw(id);

    expect(status).toBe(200);
    expect(bytes.equals(raw)).toBe(true);
    expect(headers.get('content-type')).toBe('message/rfc822');
    expect(headers.get('content-disposition')).toContain(`attachment; filename="${id}.eml"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  // IN-35, IN-32
  test('is unknown to another workspace, and so are emails and unknown ids', async () => {
    await receiveInboundMail(workspace);
    const { id } = await onlyReceivedMessage(workspace);
    const { id: emailId } = await workspace.sendAccepted();
    const { key } = await createTestWorkspace(service);

    const notFound = { status: 404, type: 'not_found', message: 'No such received message' };
    for (const [unknown, otherKey] of [[id, key], [emailId], [unknownId], ['1']] as [string, string?][]) {
      expect(refusalOf(await getMessage(unknown, otherKey))).toEqual(notFound);
      const { status, bytes } = await downloadRaw(unknown, otherKey);
      expect([status, JSON.parse(bytes.toString()).error.type]).toEqual([404, 'not_found']);
    }
  });

  // IN-35, IN-32
  test('requires only threads:read', async () => {
    await receiveInboundMail(workspace);
    const { id } = await onlyReceivedMessage(workspace);
    const reader = await aKey(service, { creatorKey: workspace.key, scopes: ['threads:read'] });
    const others = await aKey(service, {
      creatorKey: workspace.key,
      scopes: scopesWithout(['threads:read']),
    });

    expect((await getMessage(id, reader.key)).status).toBe(200);
    expect((await downloadRaw(id, reader.key)).status).toBe(200);
    expect((await getMessage(id, others.key)).status).toBe(403);
    expect((await downloadRaw(id, others.key)).status).toBe(403);
  });
});

describe('a month later', () => {
  useTimeTravelRuntime();

  // IN-35, IN-32
  test('the raw message is gone, and the message is returned without headers', async () => {
    await receiveInboundMail(workspace);
    const { id } = await onlyReceivedMessage(workspace);
    const [{ last_message_at: arrivedAt }] = (await workspace.api('GET', '/v1/threads')).body.data;
    const setClock = (ms: number) => service.control('POST', '/clock', { set: new Date(ms).toISOString() });
    const expiresAt = Date.parse(arrivedAt) + 30 * dayMs;

    await service.advance(30 * dayMs - 600_000);
    await setClock(expiresAt - 60_000);
    const rawBefore = await downloadRaw(id);
    await setClock(expiresAt);
    const rawAfter = await downloadRaw(id);
    const { status, body } = await getMessage(id);

    expect(rawBefore.status).toBe(200);
    expect([rawAfter.status, JSON.parse(rawAfter.bytes.toString()).error.type]).toEqual([410, 'gone']);
    expect([status, body.text, body.headers]).toEqual([200, 'Thanks!', []]);
  });
});
