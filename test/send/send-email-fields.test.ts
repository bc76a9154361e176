import { headerLines, mailOf, refusalOf } from '../support/arrange';
import { dayMs, hourMs, minuteMs } from '../../shared/core/time';
import { ownDomains } from '../support/own-domains';
import type { Answer } from '../support/service';
import { type Actor, anActor } from '../support/actor';
import { theService } from '../support/the-service';

const service = theService();
let desk: Actor;

beforeAll(async () => {
  desk = await anActor(service);
});

type Fields = Record<string, unknown>;

const sendAndRead = async (overrides: Fields) => mailOf(service, (await desk.accepted(overrides)).id);

/** The paths of a 422's details; fails for any other answer. */
function problemPaths(answer: Answer): string[] {
  expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  return answer.body.error.details.map(({ path }: { path: unknown[] }) => path.join('.'));
}

describe('each field has its type', () => {
  const wrong: [string, unknown[]][] = [
    ['from', [null, 1, '', [`desk@${ownDomains().transactional}`]]],
    ['to', ['', {}, [[]], [null], ['']]],
    ['cc', [null, '', {}, [1]]],
    ['bcc', [null, '', {}, [1]]],
    ['reply_to', [null, '', 1]],
    ['subject', [null, 1, ['x']]],
    ['html', [null, 1, {}]],
    ['text', [null, 1, {}]],
    ['template', [null, 1, '']],
    ['variables', [null, 'x', [], { name: 1 }, { name: ['x'] }]],
    ['risk_class', [null, '', 'Marketing', 'bulk']],
    ['scheduled_at', [null, 1, {}]],
    ['sequence_key', [null, 1, 'x'.repeat(201)]],
    ['tags', [null, {}, 'x', [null]]],
    ['attachments', [null, {}, 'x', [null]]],
    ['reply_to_message_id', [null, 1]],
    ['thread_id', [null, 1]],
    ['topic', [null, 1]],
  ];

  test.each(wrong)('%s', async (field, values) => {
    for (const value of values) {
      const [path] = problemPaths(await desk.send({ [field]: value }));

      expect([value, path?.split('.')[0]]).toEqual([value, field]);
    }
  });

  test('an empty list of copies, tags or attachments is none', async () => {
    const mail = await sendAndRead({ cc: [], bcc: [], tags: [], attachments: [], variables: {} });

    expect(mail).toMatchObject({ to: ['kim@example.com'], cc: [], bcc: [] });
  });
});

describe('a display name', () => {
  const longest = 'n'.repeat(100);

  test.each(['to', 'cc', 'bcc', 'reply_to'])('in %s has at most 100 characters', async (field) => {
    const given = (name: string) => {
      const mailbox = `${name} <name@example.com>`;
      return { [field]: field === 'cc' || field === 'bcc' ? [mailbox] : mailbox };
    };

    const atLimit = await desk.send(given(longest));
    const quoted = await desk.send(given(`"${longest}"`));
    const above = await desk.send(given(`${longest}n`));

    expect([atLimit.status, quoted.status]).toEqual([202, 202]);
    expect(problemPaths(above)[0]).toMatch(new RegExp(`^${field}`));
  });

  test.each(['Kim\nLi', 'Kim\rLi', 'Kim < Li', 'Kim > Li', '"Kim <x@y.example>"'])(
    'may not be %j',
    async (name) => {
      expect(problemPaths(await desk.send({ to: [`${name} <kim@example.com>`] }))).toEqual(['to.0']);
    },
  );

  test('is not needed: an address stands alone or in brackets', async () => {
    for (const to of [
      'kim@example.com',
      '<kim@example.com>',
      ' Kim <kim@example.com> ',
      '"" <kim@example.com>',
    ]) {
      expect(await sendAndRead({ to })).toMatchObject({ to: ['kim@example.com'] });
    }
  });
});

describe('a template', () => {
  beforeAll(async () => {
    await desk.template('parcel', {
      subject: 'Order {{order.id}} & more',
      html: '<p>Dear {{name}}, order {{order.id}}</p>',
      text: 'Dear {{name}}, order {{order.id}}',
    });
    await desk.template('html-only', { subject: 'Hi {{name}}', html: '<h1>Hi</h1><p>{{name}}</p>' });
  });

  const variables = { name: '<b>Kim & "Li"</b>', 'order.id': "7'7" };
  const bare = { subject: undefined, text: undefined };

  test('gives subject, HTML and text; values are escaped in the HTML only', async () => {
    const sent = await desk.accepted({ ...bare, template: 'parcel', variables });
    const { parsed } = await mailOf(service, sent.id);

    expect(parsed.subject).toBe("Order 7'7 & more");
    expect(parsed.html).toBe('<p>Dear &lt;b&gt;Kim &amp; &quot;Li&quot;&lt;/b&gt;, order 7&#39;7</p>');
    expect(parsed.text?.trim()).toBe('Dear <b>Kim & "Li"</b>, order 7\'7');
    expect((await desk.read(sent.id)).subject).toBe("Order 7'7 & more");
  });

  test('replaces html and text of the request; without a text one is derived from its HTML', async () => {
    const own = { html: '<p>Mine</p>', text: 'Mine' };

    const { parsed } = await sendAndRead({
      ...bare,
      ...own,
      template: 'html-only',
      variables: { name: 'Kim' },
    });

    expect(parsed.html).toBe('<h1>Hi</h1><p>Kim</p>');
    expect(parsed.text).not.toContain('Mine');
    expect(parsed.text).toMatch(/hi\s+kim/i);
  });

  test('leaves a subject of the request as it is', async () => {
    const { parsed } = await sendAndRead({ subject: 'For {{name}}', template: 'parcel', variables });

    expect(parsed.subject).toBe('For {{name}}');
  });

  test('names every placeholder that has no value, also those of a subject that is replaced', async () => {
    const answer = await desk.send({ template: 'parcel', subject: 'Mine', variables: { other: 'x' } });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'missing_variables' });
    expect(answer.body.error.missing.toSorted()).toEqual(['name', 'order.id']);
  });

  test('takes null for no value', async () => {
    const answer = await desk.send({ template: 'parcel', variables: { ...variables, name: null } });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'missing_variables' });
    expect(answer.body.error.missing).toEqual(['name']);
  });

  test('takes an empty value, and values that it does not ask for', async () => {
    const { parsed } = await sendAndRead({
      ...bare,
      template: 'html-only',
      variables: { name: '', other: 'x', constructor: 'y' },
    });

    expect([parsed.subject?.trim(), parsed.html]).toEqual(['Hi', '<h1>Hi</h1><p></p>']);
  });

  test('that inherits its values has none', async () => {
    await desk.template('proto', { html: '<p>{{constructor}}{{toString}}</p>' });

    const answer = await desk.send({ template: 'proto' });

    expect(answer.body.error.missing.toSorted()).toEqual(['constructor', 'toString']);
  });

  test('cannot bring a line break, nothing, or too much into the subject', async () => {
    await desk.template('subject', { subject: '{{name}}' });

    for (const name of ['a\r\nBcc: kim@example.com', '', 'x'.repeat(999)]) {
      const answer = await desk.send({ subject: undefined, template: 'subject', variables: { name } });

      expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
    }
    expect(
      (await desk.send({ subject: undefined, template: 'subject', variables: { name: 'x'.repeat(998) } }))
        .status,
    ).toBe(202);
  });

  test('of another workspace, or deleted, is unknown', async () => {
    const other = await anActor(service);
    await other.template('theirs');
    await desk.template('short-lived');
    await desk.api('DELETE', '/v1/templates/short-lived');

    for (const template of ['theirs', 'short-lived', 'PARCEL']) {
      const answer = await desk.send({ template });

      expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(answer.body.error.message).toMatch(/^template:/);
    }
  });
});

test('variables without a template change nothing', async () => {
  const { parsed } = await sendAndRead({
    subject: 'Hi {{name}}',
    text: '{{name}}',
    variables: { name: 'Kim' },
  });

  expect([parsed.subject, parsed.text?.trim()]).toEqual(['Hi {{name}}', '{{name}}']);
});

describe('scheduled_at', () => {
  test.each([
    ['in 1 min', minuteMs],
    ['in 90 mins', 90 * minuteMs],
    ['in 1 minute', minuteMs],
    ['in 2 minutes', 2 * minuteMs],
    ['in 1 hour', hourMs],
    ['In 2 HOURS', 2 * hourMs],
    ['in 1 day', dayMs],
    ['in 3 days', 3 * dayMs],
    ['in 1 week', 7 * dayMs],
    ['in 2 weeks', 14 * dayMs],
  ])('may be %j', async (scheduled_at, ms) => {
    const before = await service.now();
    const { scheduled_at: dueAt } = await desk.accepted({ scheduled_at });
    const after = await service.now();

    expect(Date.parse(dueAt) - ms).toBeGreaterThanOrEqual(Date.parse(before));
    expect(Date.parse(dueAt) - ms).toBeLessThanOrEqual(Date.parse(after));
  });

  test.each([
    ['2099-03-01T09:00:00Z', '2099-03-01T09:00:00.000Z'],
    ['2099-03-01T09:00:00.123+02:00', '2099-03-01T07:00:00.123Z'],
    ['2099-03-01', '2099-03-01T00:00:00.000Z'],
    ['March 1, 2099 9:00 UTC', '2099-03-01T09:00:00.000Z'],
    ['Sun, 01 Mar 2099 09:00:00 GMT', '2099-03-01T09:00:00.000Z'],
  ])('may be %j', async (scheduled_at, time) => {
    expect(await desk.accepted({ scheduled_at })).toMatchObject({ status: 'scheduled', scheduled_at: time });
  });

  test.each(['', ' ', 'whenever', 'in two', '2099-02-30T00:00:00Z', '2099-13-01', 'in -1 hours', '12'])(
    'may not be %j',
    async (scheduled_at) => {
      expect(refusalOf(await desk.send({ scheduled_at }))).toMatchObject({
        status: 422,
        type: 'invalid_schedule',
      });
    },
  );

  test('may be past: the mail goes out on the next pass', async () => {
    const { id, status } = await desk.accepted({ scheduled_at: '2020-01-01T00:00:00Z' });

    await service.advance(minuteMs);
    await service.settle();

    expect(status).toBe('scheduled');
    expect(await desk.read(id)).toMatchObject({
      scheduled_at: '2020-01-01T00:00:00.000Z',
      sent_at: expect.any(String),
    });
    expect(await service.outbox(`?message_id=${id}`)).toHaveLength(1);
  });
});

test('a sequence key of 200 characters is taken and shown nowhere', async () => {
  const sequence_key = 's'.repeat(200);

  const scheduled = await desk.accepted({ sequence_key, scheduled_at: 'in 2 hours' });
  const sent = await desk.accepted({ sequence_key });

  for (const { id } of [scheduled, sent])
    expect(JSON.stringify(await desk.read(id))).not.toContain('ssssssssss');
  expect((await mailOf(service, sent.id)).raw.toString()).not.toContain('ssssssssss');
});

test('copies, answers, tags, thread and bodies are not shown by the log', async () => {
  const { id } = await desk.accepted({
    cc: ['li@example.com'],
    bcc: ['bo@example.com'],
    reply_to: 'help@example.com',
    tags: [{ name: 'a', value: 'b' }],
  });

  expect(Object.keys(await desk.read(id)).toSorted()).toEqual(
    [
      ...['id', 'from', 'to', 'subject', 'status', 'risk_class', 'provider_message_id', 'scheduled_at'],
      ...['sent_at', 'opened_at', 'clicked_at', 'created_at', 'events'],
    ].toSorted(),
  );
});

test('a scheduled mail leaves with all that it was given', async () => {
  const file = { filename: 'a.txt', content: Buffer.from('Hello').toString('base64'), content_id: 'a@b' };
  const parent = await desk.accepted();
  const { id } = await desk.accepted({
    from: `"Desk, Acme" <${desk.from}>`,
    to: 'Kim <kim@example.com>',
    cc: ['Li <li@example.com>'],
    bcc: ['Bo <bo@example.com>'],
    reply_to: 'Help <help@example.com>',
    html: '<p>HTML</p>',
    text: 'Text',
    tags: [{ name: 'a', value: 'b' }],
    attachments: [file],
    reply_to_message_id: parent.id,
    scheduled_at: 'in 1 min',
  });

  await service.advance(2 * minuteMs);
  await service.settle();
  const mail = await mailOf(service, id);

  expect(mail).toMatchObject({ to: ['kim@example.com'], cc: ['li@example.com'], bcc: ['bo@example.com'] });
  expect(mail.tags).toMatchObject({ a: 'b', message_id: id });
  expect(mail.parsed).toMatchObject({ subject: 'Hello', html: '<p>HTML</p>' });
  expect(mail.parsed.text?.trim()).toBe('Text');
  expect(mail.parsed.replyTo?.text).toBe('"Help" <help@example.com>');
  expect(mail.parsed.attachments[0]).toMatchObject({
    filename: 'a.txt',
    cid: 'a@b',
    content: Buffer.from('Hello'),
  });
  const parentId = headerLines((await mailOf(service, parent.id)).raw).find((line) =>
    /^Message-ID:/i.test(line),
  );
  expect(headerLines(mail.raw)).toContain(`In-Reply-To: ${parentId?.split(': ')[1]}`);
});
