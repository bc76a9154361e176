import { arrives, onlyReceived, onlyThread, threadsOf } from '../../support/inbox';
import { anId, aTime } from '../../support/matchers';
import { type Actor, anActor } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service);
});

const clock = (): Promise<string> => service.now();

describe('a mail that answers nothing', () => {
  test('starts a thread, which waits for an answer', async () => {
    await arrives(desk, {
      from: 'Kim Example <Kim@Example.com>',
      subject: 'Where is my parcel?',
      messageId: '<one@example.com>',
      date: 'Sat, 21 Nov 2026 09:00:00 +0100',
      body: 'It was due on Monday.\r\n',
    });

    const [thread, ...others] = await threadsOf(desk);
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

  test('is last said, and its thread begun, when it arrived: the sender’s clock decides neither', async () => {
    const before = await clock();

    await arrives(desk, { date: 'Mon, 1 Jan 2035 00:00:00 +0000' });

    const { created_at, last_message_at } = await onlyThread(desk);
    const after = await clock();
    expect(last_message_at).toBe(created_at);
    expect(before <= created_at && created_at <= after).toBe(true);
  });

  test('gives its thread the subject that it has, whatever later ones have', async () => {
    await arrives(desk, { subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=', messageId: '<one@example.com>' });
    await arrives(desk, { subject: 'Something else', inReplyTo: '<one@example.com>' });

    const { subject, messages } = await onlyThread(desk);
    expect(subject).toBe('Grüße');
    expect(messages.map((message: { subject: string }) => message.subject)).toEqual([
      'Grüße',
      'Something else',
    ]);
  });
});

describe('verdicts', () => {
  test('are shown as they were reported', async () => {
    await arrives(
      desk,
      {},
      { spf: 'GRAY', dkim: 'FAIL', dmarc: 'PASS', spam: 'PROCESSING_FAILED', virus: 'PASS' },
    );

    expect(await onlyReceived(desk)).toMatchObject({
      spf_verdict: 'GRAY',
      dkim_verdict: 'FAIL',
      dmarc_verdict: 'PASS',
      spam_verdict: 'PROCESSING_FAILED',
      virus_verdict: 'PASS',
      sender_authenticated: true,
    });
  });

  test.each([
    ['DMARC passed', { dmarc: 'PASS' }, true],
    ['DMARC failed', { dmarc: 'FAIL', dkim: 'PASS', spf: 'PASS' }, false],
    ['the From domain signed, and DMARC is not known', { dkim: 'PASS' }, true],
    ['SPF passed alone', { spf: 'PASS' }, false],
    ['nothing is known', {}, false],
  ])('tell who wrote where %s', async (_what, verdicts, isAuthenticated) => {
    const headers = ['Authentication-Results: amazonses.com; dkim=pass header.i=@example.com'];

    await arrives(desk, { headers }, verdicts);

    expect((await onlyReceived(desk)).sender_authenticated).toBe(isAuthenticated);
  });

  test.each([
    ['two senders', { from: 'kim@example.com, boss@acme.example' }],
    ['its sender twice', { from: 'kim@example.com, Kim <kim@example.com>' }],
    ['two From headers', { headers: ['From: boss@acme.example'] }],
  ])('vouch for nobody where a mail has %s', async (_what, parts) => {
    await arrives(desk, parts, { dmarc: 'PASS', dkim: 'PASS' });

    expect((await onlyReceived(desk)).sender_authenticated).toBe(false);
  });

  test('of spam and a virus keep no mail away: whoever reads decides', async () => {
    await arrives(desk, {}, { spam: 'FAIL', virus: 'FAIL' });

    expect(await onlyReceived(desk)).toMatchObject({ spam_verdict: 'FAIL', virus_verdict: 'FAIL' });
  });
});

describe('what a mail leaves out', () => {
  test.each([
    ['no subject', undefined],
    ['an empty subject', ''],
    ['a subject of blanks', '   '],
  ])('as %s, is said so', async (_what, subject) => {
    await arrives(desk, subject === undefined ? {} : { subject });

    const { subject: shown, messages } = await onlyThread(desk);
    expect([shown, messages[0].subject]).toEqual(['(no subject)', '(no subject)']);
  });

  test('as its words, leaves an empty text', async () => {
    await arrives(desk, { body: '' });

    expect(await onlyReceived(desk)).toMatchObject({ text: '', html: null });
  });

  test('as its From, is taken from the envelope', async () => {
    await arrives(desk, { from: '' }, { mailFrom: 'Robin@Example.org' });

    const { participants, messages } = await onlyThread(desk);
    expect(messages[0].from).toBe('robin@example.org');
    expect(participants).toEqual(['robin@example.org']);
  });

  test('as everybody who could have written it, is shown with an empty sender', async () => {
    await arrives(desk, { from: '' }, { mailFrom: '' });

    const { participants, messages } = await onlyThread(desk);
    expect(messages[0].from).toBe('');
    expect(participants).toEqual([]);
  });

  test('as its To, is shown as written to nobody, and still is for whom it was delivered to', async () => {
    await arrives(desk, { to: 'undisclosed-recipients:;' });

    expect((await onlyReceived(desk)).to).toEqual([]);
  });
});

describe('a date', () => {
  test.each([
    ['in another time zone', 'Sat, 21 Nov 2026 09:00:00 +0530', '2026-11-21T03:30:00.000Z'],
    ['far in the past', 'Thu, 1 Jan 1970 00:00:00 +0000', '1970-01-01T00:00:00.000Z'],
    ['far in the future', 'Fri, 1 Jan 2100 00:00:00 GMT', '2100-01-01T00:00:00.000Z'],
  ])('%s is shown as it was written', async (_what, date, at) => {
    await arrives(desk, { date });

    expect((await onlyReceived(desk)).at).toBe(at);
  });

  test.each([
    ['that is absent', undefined],
    ['that is no date', 'Yesterday'],
    ['that no calendar has', 'Sat, 31 Feb 2026 09:00:00 +0000'],
    ['beyond the last year of four digits', 'Fri, 31 Dec 9999 23:59:59 -0800'],
    ['before the first year', 'Sat, 1 Jan 0000 00:00:00 +0800'],
  ])('%s is the arrival', async (_what, date) => {
    await arrives(desk, date === undefined ? {} : { date });

    const { created_at, messages } = await onlyThread(desk);
    expect(messages[0].at).toBe(created_at);
  });
});

describe('a body', () => {
  const mixed = (...parts: string[]) =>
    [...parts.map((part) => `--both\r\n${part}\r\n`), '--both--\r\n'].join('');

  test('in HTML alone is shown as it is and as text', async () => {
    await arrives(desk, {
      headers: ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
      body: '<p>Hello <b>there</b>,</p><p>see you.</p>\r\n',
    });

    const { text, raw_text, html } = await onlyReceived(desk);
    expect(html).toContain('<p>Hello <b>there</b>,</p>');
    expect(text).toMatch(/Hello there,\s+see you\./);
    expect(raw_text).toMatch(/Hello there,\s+see you\./);
  });

  test('in both forms is shown in both', async () => {
    await arrives(desk, {
      headers: ['MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=both'],
      body: mixed(
        'Content-Type: text/plain; charset=utf-8\r\n\r\nHello there',
        'Content-Type: text/html; charset=utf-8\r\n\r\n<p>Hello there</p>',
      ),
    });

    expect(await onlyReceived(desk)).toMatchObject({
      text: 'Hello there',
      raw_text: expect.stringMatching(/^Hello there\s*$/),
      html: expect.stringMatching(/^<p>Hello there<\/p>\s*$/),
    });
  });
});
