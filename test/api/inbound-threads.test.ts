import { Desk, aPerson, anId } from './support/desk';
import { arrive, rawMail, type Envelope, type MailParts } from '../support/correspondent';
import { Service } from '../support/service';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
}, 60_000);

afterAll(() => service.stop());

const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown as string;

/** A mail from outside arrives and is taken in. */
async function arrives(desk: Desk, parts: MailParts, envelope: Partial<Envelope> = {}): Promise<void> {
  await arrive(service, { rcpt: desk.from, ...envelope }, rawMail({ to: desk.from, ...parts }));
  await service.settle();
}

const threads = async (desk: Desk, query = '') => (await desk.api('GET', `/v1/threads${query}`)).body.data;

/** The Message-ID that the provider gave an email of ours. */
async function messageIdOf(desk: Desk, id: string): Promise<string> {
  const { provider_message_id: providerId } = await desk.read(id);
  return `<${providerId}@email.amazonses.com>`;
}

const headerOf = (raw: string, name: string): string =>
  new RegExp(`^${name}:(.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';

async function rawOf(desk: Desk, id: string): Promise<string> {
  const { provider_message_id: providerId } = await desk.read(id);
  const response = await fetch(`${service.at.console}/control/outbox/${providerId}/raw`);
  return response.text();
}

describe('a mail that answers nothing', () => {
  test('starts a thread, which waits for an answer', async () => {
    const desk = await Desk.create(service);

    await arrives(desk, {
      from: 'Kim Example <Kim@Example.com>',
      subject: 'Where is my parcel?',
      messageId: '<one@example.com>',
      date: 'Sat, 21 Nov 2026 09:00:00 +0100',
      body: 'It was due on Monday.\r\n',
    });

    const [thread, ...others] = await threads(desk);
    expect(others).toEqual([]);
    expect(thread).toEqual({
      id: anId,
      subject: 'Where is my parcel?',
      participants: ['kim@example.com'],
      message_count: 1,
      awaiting_reply: true,
      pending_reply: false,
      handled_at: null,
      last_message_at: aTime,
      created_at: aTime,
    });
    expect(await desk.thread(thread.id)).toEqual({
      ...thread,
      messages: [
        {
          direction: 'inbound',
          id: anId,
          from: 'kim@example.com',
          to: [desk.from],
          subject: 'Where is my parcel?',
          text: 'It was due on Monday.',
          raw_text: expect.stringMatching(/^It was due on Monday\.\s*$/),
          html: null,
          sender_authenticated: false,
          automated: false,
          spf_verdict: null,
          dkim_verdict: null,
          dmarc_verdict: null,
          spam_verdict: null,
          virus_verdict: null,
          at: '2026-11-21T08:00:00.000Z',
        },
      ],
    });
  });
});

describe('a reply to an email of ours', () => {
  test('joins its thread; the answer to it carries the whole chain, clears the flag and shows', async () => {
    const desk = await Desk.create(service);
    const first = await desk.accepted({ to: 'kim@example.com', subject: 'Parcel', text: 'On its way.' });
    const firstId = await messageIdOf(desk, first.id);

    await arrives(
      desk,
      {
        subject: 'Re: Parcel',
        messageId: '<reply@example.com>',
        inReplyTo: firstId,
        body: 'Thanks!\r\n\r\nOn Sat, Nov 21, 2026 at 9:00 AM Desk <desk@example.net> wrote:\r\n> On its way.\r\n',
      },
      { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' },
    );
    const waiting = await desk.thread(first.thread_id);
    const reply = waiting.messages[1];
    const answer = await desk.accepted({
      to: 'kim@example.com',
      subject: 'Re: Parcel',
      text: 'You are welcome.',
      reply_to_message_id: reply.id,
    });
    const answered = await desk.thread(first.thread_id);

    expect(waiting).toMatchObject({ message_count: 2, awaiting_reply: true });
    expect(reply).toMatchObject({ direction: 'inbound', text: 'Thanks!', dmarc_verdict: 'PASS' });
    expect(reply.raw_text).toContain('> On its way.');
    expect(answer.thread_id).toBe(first.thread_id);
    const raw = await rawOf(desk, answer.id);
    expect(headerOf(raw, 'In-Reply-To')).toBe('<reply@example.com>');
    expect(headerOf(raw, 'References')).toBe(`${firstId} <reply@example.com>`);
    expect(answered).toMatchObject({ message_count: 3, awaiting_reply: false });
    expect(
      answered.messages.map(({ direction, id }: { direction: string; id: string }) => [direction, id]),
    ).toEqual([
      ['outbound', first.id],
      ['inbound', reply.id],
      ['outbound', answer.id],
    ]);
  });

  test('from an address that we never wrote to joins by References alone', async () => {
    const desk = await Desk.create(service);
    const first = await desk.accepted({ to: aPerson() });
    await service.settle();
    const firstId = await messageIdOf(desk, first.id);

    await arrives(desk, { from: aPerson(), references: `<elsewhere@example.com> ${firstId}` });

    expect(await desk.thread(first.thread_id)).toMatchObject({ message_count: 2, awaiting_reply: true });
  });
});

describe('an attachment', () => {
  const boundary = 'frontier';
  const part = (headers: string[], body: string) => [`--${boundary}`, ...headers, '', body].join('\r\n');
  const withFiles = [
    part(['Content-Type: text/plain'], 'See the files.'),
    part(
      [
        'Content-Type: application/pdf',
        "Content-Disposition: attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22a%22.pdf",
        'Content-Transfer-Encoding: base64',
      ],
      Buffer.from('PDF bytes').toString('base64'),
    ),
    part(
      ['Content-Type: image/png', 'Content-ID: <logo@x>', 'Content-Transfer-Encoding: base64'],
      'iVBORw0KGgo=',
    ),
    `--${boundary}--`,
  ].join('\r\n');

  test('is downloaded as it was sent, and no longer after 30 days', async () => {
    const desk = await Desk.create(service);
    await arrives(desk, {
      headers: ['MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary=${boundary}`],
      body: withFiles,
    });
    const [{ id }] = await threads(desk);
    const [message] = (await desk.thread(id)).messages;
    const path = (index: string) => `/v1/inbound/${message.id}/attachments/${index}`;

    const pdf = await desk.api('GET', path('0'));
    const image = await desk.api('GET', path('1'));
    const past = await desk.api('GET', path('2'));
    const wrong = await desk.api('GET', path('1.5'));

    expect(message.text).toBe('See the files.');
    expect({ status: pdf.status, body: pdf.body }).toEqual({ status: 200, body: 'PDF bytes' });
    expect(Object.fromEntries(pdf.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="Gr__e _a_.pdf"; filename*=UTF-8\'\'Gr%C3%BC%C3%9Fe%20%22a%22.pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(image.headers.get('content-disposition')).toContain('attachment-1');
    expect(past).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } });
    expect(wrong).toMatchObject({ status: 422, body: { error: { type: 'invalid_request' } } });
  });
});
