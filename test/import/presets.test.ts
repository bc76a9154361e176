import { guessColumns, skipConflicts } from '../../packages/import/src/columns';
import { planImport } from '../../packages/import/src/plan-import';
import { planSuppressions } from '../../packages/import/src/plan-suppressions';
import { findPreset, presetStatus } from '../../packages/import/src/presets';
import { readTable } from '../../packages/import/src/read-table';

const readFile = (name: string, lines: readonly string[]) =>
  readTable({
    name,
    read: async function* () {
      await Promise.resolve();
      yield Buffer.from(lines.join('\r\n'));
    },
  });

async function planFile(name: string, lines: readonly string[]) {
  const table = await readFile(name, lines);
  const preset = findPreset(table.header, name);
  const columns = skipConflicts(guessColumns(table.header, { preset }));
  const plan = await planImport(table, { columns, defaultStatus: presetStatus(preset, name) });
  const contacts = plan.parts.flat().map(({ contact: { email, status, ...contact } }) => ({
    row: `${email} ${status}`,
    attributes: Object.keys(contact.attributes ?? {}),
  }));
  return {
    preset: preset?.name,
    rows: contacts.map(({ row }) => row),
    attributes: contacts[0]?.attributes,
    refused: plan.refused.map(({ reason }) => reason),
  };
}

const mailchimp = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,LEID,EUID,TAGS,Plan';
const mailchimpRow = 'kim@shop.test,Kim,2,"2024-01-01 00:00:00",1,a,"""VIP""",pro';

describe('an export is recognized, and its status columns are read (AU-23):', () => {
  test.each([
    ['subscribed_members_export.csv', mailchimp, mailchimpRow, 'undefined'],
    [
      'unsubscribed_members_export.csv',
      `${mailchimp},UNSUB_TIME`,
      `${mailchimpRow},2024-05-01 00:00:00`,
      'unsubscribed',
    ],
    ['export.csv', `${mailchimp},UNSUB_TIME`, `${mailchimpRow},2024-05-01 00:00:00`, 'unsubscribed'],
    [
      'cleaned_members_export.csv',
      `${mailchimp},CLEAN_TIME`,
      `${mailchimpRow},2024-05-01 00:00:00`,
      'bounced',
    ],
    ['export.csv', `${mailchimp},CLEAN_TIME`, `${mailchimpRow},2024-05-01 00:00:00`, 'bounced'],
    ['nonsubscribed_members_export.csv', mailchimp, mailchimpRow, 'unsubscribed'],
    ['nonsubscribed.csv', mailchimp, mailchimpRow, 'unsubscribed'],
    ['cleaned_segment_export_8f3a (1).csv', mailchimp, mailchimpRow, 'bounced'],
    ['subscribers-cleaned.csv', mailchimp, mailchimpRow, 'undefined'],
    ['cleaned.csv', mailchimp, mailchimpRow, 'undefined'],
    ['cleaned_list.csv', mailchimp, mailchimpRow, 'undefined'],
    ['without-unsubscribed.csv', mailchimp, mailchimpRow, 'undefined'],
    ['unsubscribed_removed.csv', mailchimp, mailchimpRow, 'undefined'],
  ])('Mailchimp, %s with %s', async (name, header, row, status) => {
    expect(await planFile(name, [header, row])).toEqual({
      preset: 'mailchimp',
      rows: [`kim@shop.test ${status}`],
      attributes: ['Plan'],
      refused: [],
    });
  });

  test.each([
    [
      'sendgrid',
      'contacts.csv',
      ['EMAIL,FIRST_NAME,CONTACT_ID,CREATED_AT,UPDATED_AT,plan', 'a@b.test,A,1,2,3,x'],
      'undefined',
      ['plan'],
    ],
    [
      'sendgrid-suppressions',
      'bounces.csv',
      ['status,reason,email,created', '5.1.1,550 no such user,a@b.test,1700000000'],
      'bounced',
      [],
    ],
    [
      'sendgrid-suppressions',
      'suppression_spam_reports.csv',
      ['email,ip,created', 'a@b.test,1.2.3.4,1'],
      'complained',
      [],
    ],
    [
      'sendgrid-suppressions',
      'suppression_unsubscribes.csv',
      ['email,created', 'a@b.test,1'],
      'unsubscribed',
      [],
    ],
    [
      'sendgrid-suppressions',
      'suppression_invalid_emails.csv',
      ['reason,email,created', 'Mail domain,a@b.test,1'],
      'bounced',
      [],
    ],
    [
      'resend',
      'contacts.csv',
      ['id,created_at,first_name,last_name,email,unsubscribed', '1,2024,A,B,a@b.test,true'],
      'unsubscribed',
      [],
    ],
    [
      'postmark',
      'suppressions.csv',
      ['EmailAddress,SuppressionReason,Origin,CreatedAt', 'a@b.test,HardBounce,Recipient,2024'],
      'bounced',
      [],
    ],
    [
      'postmark',
      'suppressions.csv',
      ['EmailAddress,SuppressionReason,Origin,CreatedAt', 'a@b.test,ManualSuppression,Recipient,2024'],
      'unsubscribed',
      [],
    ],
    [
      'brevo',
      'contacts.csv',
      ['CONTACT ID,EMAIL,FIRSTNAME,SMS,ADDED_TIME,BLOCKLISTED', '1,a@b.test,A,123,2024,yes'],
      'unsubscribed',
      ['SMS'],
    ],
    [
      'hubspot',
      'all.csv',
      [
        'Record ID,First Name,Email,Unsubscribed from all email,Email hard bounce reason',
        '1,A,a@b.test,false,UNKNOWN_USER',
      ],
      'bounced',
      [],
    ],
    [
      'hubspot',
      'all.csv',
      [
        'Record ID,Email,Opted out of email: News,Marketing contact status',
        '1,a@b.test,,Non-marketing contact',
      ],
      'unsubscribed',
      [],
    ],
    [undefined, 'list.csv', ['email,created', 'a@b.test,2024'], 'undefined', ['created']],
  ])('%s, %s with %j', async (preset, name, lines, status, attributes) => {
    expect(await planFile(name, lines)).toEqual({
      preset,
      rows: [`a@b.test ${status}`],
      attributes,
      refused: [],
    });
  });
});

test('opt-outs come before all other contacts, together with the other rows of their addresses (AU-24)', async () => {
  const { rows } = await planFile('people.csv', [
    'Email,Status',
    ...['a@b.test,active', 'b@b.test,active', 'c@b.test,bounced', 'A@b.test,spam', 'd@b.test,active'],
  ]);

  expect(rows).toEqual([
    ...['a@b.test subscribed', 'A@b.test complained', 'c@b.test bounced'],
    ...['b@b.test subscribed', 'd@b.test subscribed'],
  ]);
});

describe('a list of addresses to suppress', () => {
  const planList = async (...lines: string[]) => {
    const { suppressions, ...plan } = await planSuppressions(await readFile('list.csv', lines), {});
    return { ...plan, rows: suppressions.map(({ email, reason, scope }) => `${email} ${reason} ${scope}`) };
  };

  test('has a reason per row, and an unknown reason becomes `manual`', async () => {
    const lines = [
      'hard_bounce',
      'SpamComplaint',
      'unsubscribed',
      'ManualSuppression',
      'list_hygiene',
      'because',
      '',
    ];
    const { rows } = await planList(
      'Email,Reason',
      ...lines.map((word, index) => `p${index}@b.test,${word}`),
    );

    expect(rows).toEqual([
      ...['p0@b.test hard_bounce all', 'p1@b.test complaint all', 'p2@b.test unsubscribe marketing'],
      ...[
        'p3@b.test manual all',
        'p4@b.test list_hygiene all',
        'p5@b.test manual all',
        'p6@b.test manual all',
      ],
    ]);
  });

  test('can have no header', async () => {
    expect(await planList('a@b.test', 'b@b.test')).toMatchObject({
      rows: ['a@b.test manual all', 'b@b.test manual all'],
    });
  });

  test('suppresses each address once, with the reason that the service would keep, and no subscribed contact', async () => {
    const plan = await planList(
      'Email,Status',
      ...['a@b.test,complained', 'A@b.test,manual', 'b@b.test,active', 'nobody,bounced'],
    );

    expect(plan).toMatchObject({ rows: ['a@b.test complaint all'], subscribed: 1 });
    expect(plan.refused).toMatchObject([{ line: 5, reason: 'email: not an email address' }]);
  });
});
