import { mapColumns, type ColumnOptions } from '../../packages/cli/src/import/map-columns';
import { unusableKeyReason } from '../../packages/cli/src/import/validate-row';
import { splitIntoParts } from '../../packages/import/src/plan-import';
import { readRow, type RowResult } from '../../packages/import/src/read-row';

const noChoice: ColumnOptions = { map: [], only: [] };

const mapTargets = (header: string[], choice: Partial<ColumnOptions> = {}) =>
  mapColumns(header, { ...noChoice, ...choice }).map((column) => column.target);

/** Parses one row with these cells, keyed by column name, and an address. */
const readCells = (row: Record<string, string>, defaultStatus?: 'bounced') =>
  readRow({ columns: mapColumns(['Email', ...Object.keys(row)], noChoice), defaultStatus }, [
    'kim@shop.test',
    ...Object.values(row),
  ]);

const contactOf = (result: RowResult) => ('contact' in result ? result.contact : result.reason);

describe('a column', () => {
  test.each([
    ['email', ['Email', 'e-mail', 'E-Mail Address', 'email_address', ' EMAIL ']],
    ['first_name', ['First Name', 'first_name', 'FNAME', 'Given name', 'firstname']],
    ['last_name', ['Last Name', 'last_name', 'LNAME', 'Surname', 'Family name']],
    ['tags', ['Tags', 'TAGS', 'tag']],
    ['status', ['Status', 'Email status', 'subscription_status']],
    [
      'unsubscribed',
      ['Unsubscribed', 'UNSUB_TIME', 'unsubscribed_at', 'Opt-out', 'Unsubscribed from all email'],
    ],
    ['last_active_at', ['Last active', 'last_active_at', 'Last activity', 'last_seen']],
  ])('maps to %s when its header is one of %j', (field, headers) => {
    for (const header of headers)
      expect([
        header,
        mapColumns([header, 'mail'], { ...noChoice, map: ['mail=none', ...emailMapping(header)] })[0]?.target,
      ]).toEqual([header, header === 'mail' ? 'email' : field]);
  });

  /** Maps an extra column to the address if the header is for another field, because every import needs an address. */
  const emailMapping = (header: string): string[] =>
    /mail/i.test(header) && !/status|all/i.test(header) ? [] : ['mail=email'];

  test.each([
    [
      'with an unknown header maps to an attribute of the same name',
      ['Email', 'Plan', 'Größe'],
      {},
      ['email', 'attributes.Plan', 'attributes.Größe'],
    ],
    [
      'that --only does not name is ignored',
      ['Email', 'Plan', 'Size'],
      { only: ['Size'] },
      ['email', 'none', 'attributes.Size'],
    ],
    [
      'with opt-outs is imported even if --only does not name it',
      ['Email', 'Status', 'Plan'],
      { only: ['Email'] },
      ['email', 'status', 'none'],
    ],
    [
      'maps to the field that --map names',
      ['Email', 'Nom', 'a.b'],
      { map: ['Nom=last_name', 'a.b=attributes.ab'] },
      ['email', 'last_name', 'attributes.ab'],
    ],
    [
      'is ignored when --map maps it to none',
      ['Email', 'Status'],
      { map: ['Status=none'] },
      ['email', 'none'],
    ],
    [
      'with an equals sign in its header can be mapped',
      ['Email', 'a=b', 'a'],
      { map: ['a=b=tags'] },
      ['email', 'tags', 'attributes.a'],
    ],
    [
      'for tags or opt-outs can occur twice',
      ['Email', 'Tags', 'Labels', 'Unsubscribed', 'Unsub time'],
      {},
      ['email', 'tags', 'tags', 'unsubscribed', 'unsubscribed'],
    ],
  ])('%s', (_what, header, choice, expected) => {
    expect(mapTargets(header, choice)).toEqual(expected);
  });
});

describe('a header is refused, and the error names the option to use', () => {
  test.each([
    ['no address column', ['Name'], {}, "Choose a column with --map 'COLUMN=email'"],
    ['two address columns', ['Email', 'E-mail'], {}, "--map 'E-mail=none'"],
    [
      'a name that occurs twice',
      ['Email', 'Plan', 'Plan'],
      {},
      'Columns 2 ("Plan") and 3 ("Plan") would both become attributes.Plan',
    ],
    ['a column without a name', ['Email', '', 'Plan'], {}, "--map '=none'"],
    ['a dot in a name', ['Email', 'a.b'], {}, "--map 'a.b=attributes.NAME'"],
    ['a dollar sign in a name', ['Email', '$a'], {}, "--map '$a=attributes.NAME'"],
    ['an apostrophe in a name', ['Email', "$it's"], {}, String.raw`--map '$it'\''s=none'`],
    ['a name of more than 100 characters', ['Email', 'x'.repeat(101)], {}, 'cannot become an attribute'],
    [
      '--map to an invalid attribute key',
      ['Email', 'a'],
      { map: ['a=attributes.$b'] },
      'cannot become an attribute',
    ],
    [
      '--map with an unknown column',
      ['Email'],
      { map: ['Mail=email'] },
      'there is no such column. The columns are: "Email"',
    ],
    [
      '--map to an unknown field',
      ['Email', 'a'],
      { map: ['a=name'] },
      '"name" is not a field. Use email, first_name',
    ],
    [
      '--only with an unknown column',
      ['Email'],
      { only: ['Plan'] },
      '--only "Plan": there is no such column',
    ],
  ])('%s', (_what, header, choice, expectedError) => {
    expect(() => mapTargets(header, choice)).toThrow(expectedError);
  });
});

test.each(['', 'a.b', '$a', 'a\0b', 'x'.repeat(101)])('an attribute cannot have the name %j', (key) => {
  expect(unusableKeyReason(key)).toMatch(/^attributes/);
});

describe('a cell is parsed', () => {
  test.each([
    [{ Tags: 'a, b;c|d' }, { tags: ['a', 'b', 'c', 'd'] }],
    [{ Tags: '"VIP","early bird",' }, { tags: ['VIP', 'early bird'] }],
    [{ Tags: ' ; ' }, {}],
    [{ 'First Name': ' Kim ', 'Last Name': '' }, { first_name: 'Kim' }],
    [{ Plan: ' pro ', Size: '' }, { attributes: { Plan: 'pro' } }],
    [{ Status: 'Active' }, { status: 'subscribed' }],
    [{ Status: 'CLEANED' }, { status: 'bounced' }],
    [{ Status: 'hard-bounced' }, { status: 'bounced' }],
    [{ Status: 'spam' }, { status: 'complained' }],
    [{ Status: 'Opted out' }, { status: 'unsubscribed' }],
    [{ Status: '' }, {}],
    [{ Unsubscribed: 'TRUE' }, { status: 'unsubscribed' }],
    [{ Unsubscribed: '0' }, {}],
    [{ Unsubscribed: '2024-05-06 07:08:09' }, { status: 'unsubscribed' }],
    [{ Unsubscribed: 'no', 'Opt-out': 'yes' }, { status: 'unsubscribed' }],
    [{ Status: 'active', Unsubscribed: 'yes' }, { status: 'unsubscribed' }],
    [{ Status: 'bounced', Unsubscribed: 'yes' }, { status: 'bounced' }],
    [{ Status: 'bounced', 'Spam complaint': 'yes' }, { status: 'complained' }],
    [{ Status: '5.1.1' }, { status: 'bounced' }],
    [{ Status: '550' }, { status: 'bounced' }],
    [{ CLEAN_TIME: '2024-05-06 07:08:09' }, { status: 'bounced' }],
    [{ 'Email hard bounce reason': 'UNKNOWN_USER' }, { status: 'bounced' }],
    [{ 'Opted out of email: Newsletter': 'true' }, { status: 'unsubscribed' }],
    [{ 'Last active': '2026-01-02' }, { last_active_at: '2026-01-02T00:00:00Z' }],
    [{ 'Last active': '2026-01-02 03:04:05' }, { last_active_at: '2026-01-02T03:04:05Z' }],
    [{ 'Last active': '2026-01-02T03:04:05+02:00' }, { last_active_at: '2026-01-02T03:04:05+02:00' }],
    [{ 'Last active': '02.01.2026' }, { last_active_at: '02.01.2026' }],
  ])('%j becomes %j', (cells, expected) => {
    expect(contactOf(readCells(cells))).toEqual({ email: 'kim@shop.test', ...expected });
  });

  test.each([
    [{ Status: 'pending' }, 'status: must be one of subscribed, unsubscribed, bounced, complained'],
    [{ Status: '4.2.2' }, 'status: must be one of subscribed, unsubscribed, bounced, complained'],
    [{ Unsubscribed: 'perhaps' }, 'unsubscribed: must be yes, no or a date'],
    [{ Bounced: '3' }, 'bounced: must be yes, no or a date'],
  ])('%j is refused with %j', (cells, reason) => {
    expect(readCells(cells)).toEqual({ reason });
  });

  test.each([
    [{ Status: 'active', 'First Name': 'x', Unsubscribed: 'yes', Bounced: '3' }, 'unsubscribed'],
    [{ Status: 'pending', CLEAN_TIME: '2024-05-06 07:08:09' }, 'bounced'],
    [{ Status: 'spam', Unsubscribed: 'perhaps' }, 'complained'],
  ])('%j is refused, but keeps the opt-out as %s', (cells, status) => {
    expect(readCells(cells)).toMatchObject({ optOut: { email: 'kim@shop.test', status } });
  });

  test.each([
    [{ Status: '' }, 'bounced'],
    [{ Status: 'active' }, 'subscribed'],
    [{ Unsubscribed: 'yes' }, 'bounced'],
  ])('with --status bounced, %j becomes %s', (cells, status) => {
    expect(readCells(cells, 'bounced')).toMatchObject({ contact: { status } });
  });
});

describe('batches', () => {
  const buildRows = (...counts: number[]) =>
    counts.map((count, index) => {
      const contact = { email: `p${index}@shop.test` };
      return Array.from({ length: count }, (_, line) => ({ line, cells: [], contact }));
    });

  test.each([
    ['contain at most 1,000 rows', Array<number>(2_500).fill(1), [1_000, 1_000, 500]],
    ['keep the rows of one address together', [999, 2, 1], [999, 3]],
    ['split the rows of one address only if there are more than 1,000', [2_001], [1_000, 1_000, 1]],
    ['are not created for an empty file', [], []],
  ])('%s', (_what, counts, sizes) => {
    expect(splitIntoParts(buildRows(...counts)).map((batch) => batch.length)).toEqual(sizes);
  });

  test('contain at most 4 MB', () => {
    const contact = { email: 'kim@shop.test', attributes: { text: 'ж'.repeat(1_000_000) } };
    const rowsByAddress = Array.from({ length: 5 }, (_, line) => [{ line, cells: [], contact }]);

    expect(splitIntoParts(rowsByAddress).map((batch) => batch.length)).toEqual([2, 2, 1]);
  });
});
