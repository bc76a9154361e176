import { headerLines, readOutboxMail, refusalOf } from '../support/api-helpers';
import { dayMs, hourMs, minuteMs } from '../../shared/core/time';
import { fileDomains } from '../support/file-domains';
import type { ApiResponse } from '../support/service';
import { type TestWorkspace, createTestWorkspace } from '../support/test-workspace';
import { useService } from '../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await createTestWorkspace(service);
});

type Fields = Record<string, unknown>;

const sendAndRead = async (overrides: Fields) =>
  readOutboxMail(service, (await workspace.sendAccepted(overrides)).id);

/** Returns the paths in the details of a 422 response. Any other response fails the test. */
function problemPaths(response: ApiResponse): string[] {
  expect(refusalOf(response)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  return response.body.error.details.map(({ path }: { path: unknown[] }) => path.join('.'));
}

describe('each field is validated by type', () => {
  const invalidValues: [string, unknown[]][] = [
    ['from', [null, 1, '', [`desk@${fileDomains().transactional}`]]],
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

  test.each(invalidValues)('%s', async (field, values) => {
    for (const value of values) {
      const [path] = problemPaths(await workspace.send({ [field]: value }));

      expect([value, path?.split('.')[0]]).toEqual([value, field]);
    }
  });

  test('empty lists of copies, tags or attachments are accepted', async () => {
    const mail = await sendAndRead({ cc: [], bcc: [], tags: [], attachments: [], variables: {} });

    expect(mail).toMatchObject({ to: ['kim@example.com'], cc: [], bcc: [] });
  });
});

describe('a display name', () => {
  const longest = 'n'.repeat(100);

  // E-11
  test.each(['to', 'cc', 'bcc', 'reply_to'])('in %s has at most 100 characters', async (field) => {
    const bodyWithName = (name: string) => {
      const mailbox = `${name} <name@example.com>`;
      return { [field]: field === 'cc' || field === 'bcc' ? [mailbox] : mailbox };
    };

    const atLimit = await workspace.send(bodyWithName(longest));
    const quoted = await workspace.send(bodyWithName(`"${longest}"`));
    const overLimit = await workspace.send(bodyWithName(`${longest}n`));

    expect([atLimit.status, quoted.status]).toEqual([202, 202]);
    expect(problemPaths(overLimit)[0]).toMatch(new RegExp(`^${field}`));
  });

  // E-11, S-2
  test.each(['Kim\nLi', 'Kim\rLi', 'Kim < Li', 'Kim > Li', '"Kim <x@y.example>"'])(
    'may not be %j',
    async (name) => {
      expect(problemPaths(await workspace.send({ to: [`${name} <kim@example.com>`] }))).toEqual(['to.0']);
    },
  );

  test('is optional, and an address may be bare or in angle brackets', async () => {
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

describe('a send with a template', () => {
  beforeAll(async () => {
    await workspace.createTemplate('parcel', {
      subject: 'Order {{order.id}} & more',
      html: '<p>Dear {{name}}, order {{order.id}}</p>',
      text: 'Dear {{name}}, order {{order.id}}',
    });
    await workspace.createTemplate('html-only', {
      subject: 'Hi {{name}}',
      html: '<h1>Hi</h1><p>{{name}}</p>',
    });
  });

  const variables = { name: '<b>Kim & "Li"</b>', 'order.id': "7'7" };
  const templateOnly = { subject: undefined, text: undefined };

  // E-17
  test('uses the subject, HTML and text of the template and escapes values only in HTML', async () => {
    const sent = await workspace.sendAccepted({ ...templateOnly, template: 'parcel', variables });
    const { parsed } = await readOutboxMail(service, sent.id);

    expect(parsed.subject).toBe("Order 7'7 & more");
    expect(parsed.html).toBe('<p>Dear &lt;b&gt;Kim &amp; &quot;Li&quot;&lt;/b&gt;, order 7&#39;7</p>');
    expect(parsed.text?.trim()).toBe('Dear <b>Kim & "Li"</b>, order 7\'7');
    expect((await workspace.getEmail(sent.id)).subject).toBe("Order 7'7 & more");
  });

  // E-17
  test('ignores html and text of the request and derives a missing template text from the HTML', async () => {
    const ownBodies = { html: '<p>Mine</p>', text: 'Mine' };

    const { parsed } = await sendAndRead({
      ...templateOnly,
      ...ownBodies,
      template: 'html-only',
      variables: { name: 'Kim' },
    });

    expect(parsed.html).toBe('<h1>Hi</h1><p>Kim</p>');
    expect(parsed.text).not.toContain('Mine');
    expect(parsed.text).toMatch(/hi\s+kim/i);
  });

  // E-18
  test('keeps the subject of the request unchanged', async () => {
    const { parsed } = await sendAndRead({ subject: 'For {{name}}', template: 'parcel', variables });

    expect(parsed.subject).toBe('For {{name}}');
  });

  // E-20
  test('reports every placeholder without a value, including those in a replaced subject', async () => {
    const response = await workspace.send({ template: 'parcel', subject: 'Mine', variables: { other: 'x' } });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'missing_variables' });
    expect(response.body.error.missing.toSorted()).toEqual(['name', 'order.id']);
  });

  // E-20
  test('treats null as a missing value', async () => {
    const response = await workspace.send({ template: 'parcel', variables: { ...variables, name: null } });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'missing_variables' });
    expect(response.body.error.missing).toEqual(['name']);
  });

  test('accepts an empty value and unknown variables', async () => {
    const { parsed } = await sendAndRead({
      ...templateOnly,
      template: 'html-only',
      variables: { name: '', other: 'x', constructor: 'y' },
    });

    expect([parsed.subject?.trim(), parsed.html]).toEqual(['Hi', '<h1>Hi</h1><p></p>']);
  });

  test('does not accept inherited object properties as values', async () => {
    await workspace.createTemplate('proto', { html: '<p>{{constructor}}{{toString}}</p>' });

    const response = await workspace.send({ template: 'proto' });

    expect(response.body.error.missing.toSorted()).toEqual(['constructor', 'toString']);
  });

  test('refuses a subject that becomes multi-line, empty or too long through variables', async () => {
    await workspace.createTemplate('subject', { subject: '{{name}}' });

    for (const name of ['a\r\nBcc: kim@example.com', '', 'x'.repeat(999)]) {
      const response = await workspace.send({ subject: undefined, template: 'subject', variables: { name } });

      expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    }
    expect(
      (
        await workspace.send({
          subject: undefined,
          template: 'subject',
          variables: { name: 'x'.repeat(998) },
        })
      ).status,
    ).toBe(202);
  });

  // E-19, TP-16
  test('that is deleted or belongs to another workspace is refused as unknown', async () => {
    const otherWorkspace = await createTestWorkspace(service);
    await otherWorkspace.createTemplate('theirs');
    await workspace.createTemplate('short-lived');
    await workspace.api('DELETE', '/v1/templates/short-lived');

    for (const template of ['theirs', 'short-lived', 'PARCEL']) {
      const response = await workspace.send({ template });

      expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(response.body.error.message).toMatch(/^template:/);
    }
  });
});

test('variables without a template are ignored', async () => {
  const { parsed } = await sendAndRead({
    subject: 'Hi {{name}}',
    text: '{{name}}',
    variables: { name: 'Kim' },
  });

  expect([parsed.subject, parsed.text?.trim()]).toEqual(['Hi {{name}}', '{{name}}']);
});

describe('scheduled_at', () => {
  // S-1
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
    const { scheduled_at: dueAt } = await workspace.sendAccepted({ scheduled_at });
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
    expect(await workspace.sendAccepted({ scheduled_at })).toMatchObject({
      status: 'scheduled',
      scheduled_at: time,
    });
  });

  test.each(['', ' ', 'whenever', 'in two', '2099-02-30T00:00:00Z', '2099-13-01', 'in -1 hours', '12'])(
    'may not be %j',
    async (scheduled_at) => {
      expect(refusalOf(await workspace.send({ scheduled_at }))).toMatchObject({
        status: 422,
        type: 'invalid_schedule',
      });
    },
  );

  // S-3
  test('may be in the past, in which case the email is sent on the next pass', async () => {
    const { id, status } = await workspace.sendAccepted({ scheduled_at: '2020-01-01T00:00:00Z' });

    await service.advance(minuteMs);
    await service.settle();

    expect(status).toBe('scheduled');
    expect(await workspace.getEmail(id)).toMatchObject({
      scheduled_at: '2020-01-01T00:00:00.000Z',
      sent_at: expect.any(String),
    });
    expect(await service.outbox(`?message_id=${id}`)).toHaveLength(1);
  });
});

// E-9
test('a sequence key of 200 characters is accepted and never returned', async () => {
  const sequence_key = 's'.repeat(200);

  const scheduled = await workspace.sendAccepted({ sequence_key, scheduled_at: 'in 2 hours' });
  const sent = await workspace.sendAccepted({ sequence_key });

  for (const { id } of [scheduled, sent])
    expect(JSON.stringify(await workspace.getEmail(id))).not.toContain('ssssssssss');
  expect((await readOutboxMail(service, sent.id)).raw.toString()).not.toContain('ssssssssss');
});

// E-24, E-56
test('the log does not show copies, reply_to, tags, threads or bodies', async () => {
  const { id } = await workspace.sendAccepted({
    cc: ['li@example.com'],
    bcc: ['bo@example.com'],
    reply_to: 'help@example.com',
    tags: [{ name: 'a', value: 'b' }],
  });

  expect(Object.keys(await workspace.getEmail(id)).toSorted()).toEqual(
    [
      ...['id', 'from', 'to', 'subject', 'status', 'risk_class', 'provider_message_id', 'scheduled_at'],
      ...['sent_at', 'opened_at', 'clicked_at', 'created_at', 'events'],
    ].toSorted(),
  );
});

// S-6
test('a scheduled email is sent with all its fields', async () => {
  const file = { filename: 'a.txt', content: Buffer.from('Hello').toString('base64'), content_id: 'a@b' };
  const parent = await workspace.sendAccepted();
  const { id } = await workspace.sendAccepted({
    from: `"Desk, Acme" <${workspace.from}>`,
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
  const mail = await readOutboxMail(service, id);

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
  const parentId = headerLines((await readOutboxMail(service, parent.id)).raw).find((line) =>
    /^Message-ID:/i.test(line),
  );
  expect(headerLines(mail.raw)).toContain(`In-Reply-To: ${parentId?.split(': ')[1]}`);
});
