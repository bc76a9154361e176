import { simpleParser } from 'mailparser';
import { keys } from '../../../shared/db/keys';
import { Campaigns } from '../../support/campaigns/campaigns';
import { readOutboxMail } from '../../support/api-helpers';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';

type Fields = Record<string, unknown>;

/** The content of campaigns for each recipient, and the braces that are refused. */
const service = useService({ timeTravels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.create(service);
});

/** Sends the campaign and returns the parsed emails by address. */
async function sendAndRead(id: string) {
  await campaigns.send(id);
  await campaigns.waitUntilIdle();
  const mails = await Promise.all(
    (await campaigns.outbox()).map(async ({ to, message_id }) => {
      const { raw } = await readOutboxMail(service, message_id);
      return [to.join(), await simpleParser(raw)] as const;
    }),
  );
  return new Map(mails);
}

/** The HTML and the text of an email without its footers. */
const contentOf = (mail: Awaited<ReturnType<typeof simpleParser>> | undefined) => ({
  subject: mail?.subject,
  html: String(mail?.html).split('<div style="margin-top')[0],
  text: mail?.text?.split('\n\n---')[0],
});

const updateAsFirstVersion = (id: string, fields: Fields = {}) =>
  ServiceTable.with(service, (table) =>
    table.update(keys.campaign(campaigns.workspace.workspaceId, id), {
      ...fields,
      expressionFields: undefined,
    }),
  );

const problem = (path: (string | number)[], place: string) => ({
  status: 422,
  type: 'invalid_request',
  message: 'Validation failed',
  details: [{ path, message: expect.stringContaining(`{{first-name}} at ${place} is not valid`) }],
});

// CA-43
test.each<[Fields, (string | number)[], string]>([
  [{ subject: 'Hi {{first-name}}' }, ['subject'], 'line 1, column 4'],
  [{ html: '<p>\nHi {{first-name}}</p>' }, ['html'], 'line 2, column 4'],
  [
    { variants: [{ key: 'a' }, { key: 'b', subject: '{{first-name}}' }] },
    ['variants', 1, 'subject'],
    'line 1, column 1',
  ],
])('creating or changing a campaign with %j is refused and changes nothing', async (fields, path, place) => {
  const id = await campaigns.createDraft();
  const before = await campaigns.getCampaign(id);

  const created = await campaigns.create(fields);
  const changed = await campaigns.api('PATCH', `/v1/broadcasts/${id}`, fields);

  for (const { status, body } of [created, changed])
    expect({ status, ...body.error }).toMatchObject(problem(path, place));
  expect(await campaigns.getCampaign(id)).toEqual(before);
});

// CA-44
test('each recipient gets its own fallbacks, branches and unsubscribe link', async () => {
  await campaigns.addContacts([
    { email: 'kim@example.com', first_name: 'Kim', attributes: { vip: true, seats: 4 } },
    { email: 'lee@example.com', first_name: 'L&e', attributes: { vip: false } },
    { email: 'max@example.com' },
  ]);
  const id = await campaigns.createDraft({
    subject: '{{#if vip}}Gold{{else}}News{{/if}} for {{first_name | "you"}}',
    html:
      '<p>Hi {{first_name | "<friend>"}}</p>{{#if vip}}<p>{{seats | "0"}} seats \\{{x}}</p>{{else}}<p>Join</p>{{/if}}' +
      '<p><a href="{{unsubscribe_url}}">Stop</a></p>',
  });

  const mails = await sendAndRead(id);

  const urls = new Map(
    [...mails].map(([address, mail]) => [address, /href="([^"]*)">Stop/.exec(String(mail.html))?.[1] ?? '']),
  );
  const stop = (address: string) => `<p><a ses:no-track href="${urls.get(address)}">Stop</a></p>`;
  expect(new Set(urls.values()).size).toBe(3);
  for (const [address, mail] of mails) {
    const url = urls.get(address) ?? '';
    expect(String(mail.html).split(`href="${url}"`)).toHaveLength(3);
    expect(mail.text).toContain(`Unsubscribe: ${url}`);
  }
  expect(contentOf(mails.get('kim@example.com'))).toEqual({
    subject: 'Gold for Kim',
    html: `<p>Hi Kim</p><p>4 seats {{x}}</p>${stop('kim@example.com')}`,
    text: `Hi Kim\n\n4 seats {{x}}\n\nStop [${urls.get('kim@example.com')}]`,
  });
  expect(contentOf(mails.get('lee@example.com'))).toEqual({
    subject: 'News for L&e',
    html: `<p>Hi L&amp;e</p><p>Join</p>${stop('lee@example.com')}`,
    text: `Hi L&e\n\nJoin\n\nStop [${urls.get('lee@example.com')}]`,
  });
  expect(contentOf(mails.get('max@example.com'))).toMatchObject({
    subject: 'News for you',
    html: `<p>Hi &lt;friend&gt;</p><p>Join</p>${stop('max@example.com')}`,
    text: `Hi <friend>\n\nJoin\n\nStop [${urls.get('max@example.com')}]`,
  });
});

// CA-45
test('a campaign that the first version saved is mailed as before, and its preview warns', async () => {
  await campaigns.addContacts([{ email: 'kim@example.com', first_name: 'K&m' }]);
  const html =
    '<p>Hi {{first_name}}, {{#if x}}{{else}}{{/if}} {{unsubscribe_url}} {{first_name | "you"}}</p>';
  const id = await campaigns.createDraft({ html });
  const { warnings: noWarnings } = await campaigns.getPreview(id);
  await updateAsFirstVersion(id, { subject: '{{{first_name}}}' });

  const { warnings } = await campaigns.getPreview(id);
  const mails = await sendAndRead(id);

  expect(noWarnings).toBeUndefined();
  expect(warnings).toEqual([
    {
      path: ['subject'],
      message: '{{{first_name}}} at line 1, column 1 is not a placeholder, so its braces are mailed',
    },
    ...[
      '{{#if x}} at line 1, column 23',
      '{{/if}} at line 1, column 40',
      '{{first_name | "you"}} at line 1, column 68',
    ].map((place) => ({
      path: ['html'],
      message: `${place} is not a placeholder, so its braces are mailed`,
    })),
  ]);
  expect(contentOf(mails.get('kim@example.com'))).toEqual({
    subject: '{K&m}',
    html: '<p>Hi K&amp;m, {{#if x}}{{/if}}  {{first_name | "you"}}</p>',
    text: 'Hi K&m, {{#if x}}{{/if}}  {{first_name |\n"you"}}',
  });
});

// CA-45
test('a change of the subject does not change how an earlier HTML is mailed', async () => {
  await campaigns.addContacts(['kim@example.com']);
  const id = await campaigns.createDraft({ html: '<p>{{#if x}}</p>{{/if}}<p>x</p>' });
  await updateAsFirstVersion(id);

  await campaigns.callOk('PATCH', `/v1/broadcasts/${id}`, { subject: '{{first_name | "you"}}' });
  const mails = await sendAndRead(id);

  expect(contentOf(mails.get('kim@example.com'))).toMatchObject({
    subject: 'you',
    html: '<p>{{#if x}}</p>{{/if}}<p>x</p>',
  });
});

test('a large HTML from an earlier version gets warnings from storage', async () => {
  const id = await campaigns.createDraft({ html: `<p>${'ä'.repeat(400_000)}</p>{{x | "y"}}` });
  await updateAsFirstVersion(id);

  expect((await campaigns.getPreview(id)).warnings).toEqual([
    { path: ['html'], message: expect.stringContaining('{{x | "y"}} at line 1, column 400008') },
  ]);
});
