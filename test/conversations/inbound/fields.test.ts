import { receiveInboundMail, onlyReceivedMessage, onlyThread, threadsOf } from '../../support/inbound-mails';
import { anId, aTimestamp } from '../../support/matchers';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

const readClock = (): Promise<string> => service.now();

describe('a message that is not a reply', () => {
  // IN-1, TH-25
  test('starts a thread that awaits a reply', async () => {
    await receiveInboundMail(workspace, {
      from: 'Kim Example <Kim@Example.com>',
      subject: 'Where is my parcel?',
      messageId: '<one@example.com>',
      date: 'Sat, 21 Nov 2026 09:00:00 +0100',
      body: 'It was due on Monday.\r\n',
    });

    const [thread, ...rest] = await threadsOf(workspace);
    expect(rest).toEqual([]);
    expect(thread).toEqual({
      id: anId,
      subject: 'Where is my parcel?',
      participants: ['kim@example.com'],
      message_count: 1,
      awaiting_reply: true,
      pending_reply: false,
      handled_at: null,
      last_message_at: aTimestamp,
      created_at: aTimestamp,
    });
    expect(await workspace.getThread(thread.id)).toEqual({
      ...thread,
      messages: [
        {
          direction: 'inbound',
          id: anId,
          from: 'kim@example.com',
          to: [workspace.from],
          cc: [],
          reply_to: [],
          subject: 'Where is my parcel?',
          text: 'It was due on Monday.',
          raw_text: expect.stringMatching(/^It was due on Monday\.\s*$/),
          html: null,
          sender_authenticated: false,
          automated: false,
          hidden_text: false,
          parts_disagree: false,
          known_participant: true,
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

  test("gives the thread the time of arrival, not the time of the sender's clock", async () => {
    const before = await readClock();

    await receiveInboundMail(workspace, { date: 'Mon, 1 Jan 2035 00:00:00 +0000' });

    const { created_at, last_message_at } = await onlyThread(workspace);
    const after = await readClock();
    expect(last_message_at).toBe(created_at);
    expect(before <= created_at && created_at <= after).toBe(true);
  });

  // TH-8
  test('gives the thread its subject, which later messages do not change', async () => {
    await receiveInboundMail(workspace, {
      subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
      messageId: '<one@example.com>',
    });
    await receiveInboundMail(workspace, { subject: 'Something else', inReplyTo: '<one@example.com>' });

    const { subject, messages } = await onlyThread(workspace);
    expect(subject).toBe('Grüße');
    expect(messages.map((message: { subject: string }) => message.subject)).toEqual([
      'Grüße',
      'Something else',
    ]);
  });
});

describe('verdicts', () => {
  // IN-10, TH-25
  test('are shown with the values that SES reported', async () => {
    await receiveInboundMail(
      workspace,
      {},
      { spf: 'GRAY', dkim: 'FAIL', dmarc: 'PASS', spam: 'PROCESSING_FAILED', virus: 'PASS' },
    );

    expect(await onlyReceivedMessage(workspace)).toMatchObject({
      spf_verdict: 'GRAY',
      dkim_verdict: 'FAIL',
      dmarc_verdict: 'PASS',
      spam_verdict: 'PROCESSING_FAILED',
      virus_verdict: 'PASS',
      sender_authenticated: true,
    });
  });

  // IN-11
  test.each([
    ['DMARC passed', { dmarc: 'PASS' }, true],
    ['DMARC failed', { dmarc: 'FAIL', dkim: 'PASS', spf: 'PASS' }, false],
    ['the From domain signed the message, and the DMARC result is unknown', { dkim: 'PASS' }, true],
    ['only SPF passed', { spf: 'PASS' }, false],
    ['no results are known', {}, false],
  ])('determine sender_authenticated when %s', async (_description, verdicts, isAuthenticated) => {
    const headers = ['Authentication-Results: amazonses.com; dkim=pass header.i=@example.com'];

    await receiveInboundMail(workspace, { headers }, verdicts);

    expect((await onlyReceivedMessage(workspace)).sender_authenticated).toBe(isAuthenticated);
  });

  test.each([
    ['two senders', { from: 'kim@example.com, boss@acme.example' }],
    ['the same sender twice', { from: 'kim@example.com, Kim <kim@example.com>' }],
    ['two From headers', { headers: ['From: boss@acme.example'] }],
  ])('do not authenticate a message that has %s', async (_description, parts) => {
    await receiveInboundMail(workspace, parts, { dmarc: 'PASS', dkim: 'PASS' });

    expect((await onlyReceivedMessage(workspace)).sender_authenticated).toBe(false);
  });

  // IN-5
  test('of the spam and virus scans do not block a message, because API clients decide how to treat the message', async () => {
    await receiveInboundMail(workspace, {}, { spam: 'FAIL', virus: 'FAIL' });

    expect(await onlyReceivedMessage(workspace)).toMatchObject({
      spam_verdict: 'FAIL',
      virus_verdict: 'FAIL',
    });
  });
});

describe('an incomplete message', () => {
  // IN-8
  test.each([
    ['no subject', undefined],
    ['an empty subject', ''],
    ['a subject of spaces', '   '],
  ])('with %s has the subject "(no subject)"', async (_description, subject) => {
    await receiveInboundMail(workspace, subject === undefined ? {} : { subject });

    const { subject: shownSubject, messages } = await onlyThread(workspace);
    expect([shownSubject, messages[0].subject]).toEqual(['(no subject)', '(no subject)']);
  });

  // IN-8
  test('without a body has an empty text', async () => {
    await receiveInboundMail(workspace, { body: '' });

    expect(await onlyReceivedMessage(workspace)).toMatchObject({ text: '', html: null });
  });

  // IN-7
  test('without a From header has the envelope sender as its sender', async () => {
    await receiveInboundMail(workspace, { from: '' }, { mailFrom: 'Robin@Example.org' });

    const { participants, messages } = await onlyThread(workspace);
    expect(messages[0].from).toBe('robin@example.org');
    expect(participants).toEqual(['robin@example.org']);
  });

  test('without any sender address is shown with an empty sender', async () => {
    await receiveInboundMail(workspace, { from: '' }, { mailFrom: '' });

    const { participants, messages } = await onlyThread(workspace);
    expect(messages[0].from).toBe('');
    expect(participants).toEqual([]);
  });

  test('without recipients in To is shown without recipients, and reaches its envelope recipient', async () => {
    await receiveInboundMail(workspace, { to: 'undisclosed-recipients:;' });

    expect((await onlyReceivedMessage(workspace)).to).toEqual([]);
  });
});

describe('a Date header', () => {
  // IN-9
  test.each([
    ['in another time zone', 'Sat, 21 Nov 2026 09:00:00 +0530', '2026-11-21T03:30:00.000Z'],
    ['far in the past', 'Thu, 1 Jan 1970 00:00:00 +0000', '1970-01-01T00:00:00.000Z'],
    ['far in the future', 'Fri, 1 Jan 2100 00:00:00 GMT', '2100-01-01T00:00:00.000Z'],
  ])('%s determines the time of the message', async (_description, date, receivedAt) => {
    await receiveInboundMail(workspace, { date });

    expect((await onlyReceivedMessage(workspace)).at).toBe(receivedAt);
  });

  // IN-9
  test.each([
    ['that is missing', undefined],
    ['that is not a date', 'Yesterday'],
    ['with an impossible date', 'Sat, 31 Feb 2026 09:00:00 +0000'],
    ['after the year 9999', 'Fri, 31 Dec 9999 23:59:59 -0800'],
    ['before the year 1', 'Sat, 1 Jan 0000 00:00:00 +0800'],
  ])('%s is replaced by the time of arrival', async (_description, date) => {
    await receiveInboundMail(workspace, date === undefined ? {} : { date });

    const { created_at, messages } = await onlyThread(workspace);
    expect(messages[0].at).toBe(created_at);
  });
});

describe('a body', () => {
  const multipartBody = (...parts: string[]) =>
    [...parts.map((part) => `--both\r\n${part}\r\n`), '--both--\r\n'].join('');

  test('with only HTML is shown as HTML and as text', async () => {
    await receiveInboundMail(workspace, {
      headers: ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
      body: '<p>Hello <b>there</b>,</p><p>see you.</p>\r\n',
    });

    const { text, raw_text, html } = await onlyReceivedMessage(workspace);
    expect(html).toContain('<p>Hello <b>there</b>,</p>');
    expect(text).toMatch(/Hello there,\s+see you\./);
    expect(raw_text).toMatch(/Hello there,\s+see you\./);
  });

  test('with HTML and text is shown in both forms', async () => {
    await receiveInboundMail(workspace, {
      headers: ['MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=both'],
      body: multipartBody(
        'Content-Type: text/plain; charset=utf-8\r\n\r\nHello there',
        'Content-Type: text/html; charset=utf-8\r\n\r\n<p>Hello there</p>',
      ),
    });

    expect(await onlyReceivedMessage(workspace)).toMatchObject({
      text: 'Hello there',
      raw_text: expect.stringMatching(/^Hello there\s*$/),
      html: expect.stringMatching(/^<p>Hello there<\/p>\s*$/),
    });
  });
});
