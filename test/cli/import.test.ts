import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { AdminError } from '../../packages/cli/src/admin/admin-error';
import { importFile } from '../../packages/cli/src/admin/import/import-file';
import { pausesMs, sendPart } from '../../packages/cli/src/admin/import/send-part';
import { noTotals } from '../../packages/cli/src/admin/import/totals';
import { tryFile } from '../../packages/cli/src/admin/import/try-file';
import { aWorkspace } from '../support/factories';
import { theService } from '../support/the-service';
import { anExport } from './support/an-export';
import { startImport, type Ran } from './support/run-import';
import { until } from '../support/until';
import { aFolder } from '../support/run/run-folder';

const service = theService();

afterEach(() => service.control('DELETE', '/faults'));

interface Shown {
  people: Record<string, unknown>[];
  /** Address, scope, reason and detail of each. */
  suppressions: string[];
}

/** A workspace of its own with one audience, and what it shows of its people. */
class Home {
  private constructor(
    readonly key: string,
    readonly audience: string,
  ) {}

  static async make(): Promise<Home> {
    const { key } = await aWorkspace(service);
    const { body } = await service.api('POST', '/v1/audiences', { key, body: { name: 'Readers' } });
    return new Home(key, body.id);
  }

  /** Runs the command on this audience. */
  import(file: string, ...args: string[]): Promise<Ran> {
    return this.start(file, ...args).ran;
  }

  start(file: string, ...args: string[]) {
    const where = ['--audience', this.audience, '--api', service.at.api];
    return startImport(this.key, [file, ...where, ...args]);
  }

  /** The answer of a command that must succeed. */
  async imported(file: string, ...args: string[]) {
    const { exitCode, out, err } = await this.import(file, '--json', ...args);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    return JSON.parse(out);
  }

  /** What its lists show. */
  async shown(): Promise<Shown> {
    return { people: await this.people(), suppressions: await this.suppressions() };
  }

  private async people(): Promise<Record<string, unknown>[]> {
    const rows = await this.all(`/v1/audiences/${this.audience}/contacts`);
    return rows.map((row) => without(row, ['id', 'audience_ids', 'created_at', 'unsubscribed_at']));
  }

  private async suppressions(): Promise<string[]> {
    const rows = await this.all('/v1/suppressions');
    return rows.map(({ email, scope, reason, detail }) => `${email} ${scope} ${reason} ${detail}`).toSorted();
  }

  async contactCount(): Promise<number> {
    const { body } = await service.api('GET', `/v1/audiences/${this.audience}`, { key: this.key });
    return body.contact_count;
  }

  private async all(path: string): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
      const { body } = await service.api('GET', `${path}?${query}`, { key: this.key });
      rows.push(...body.data);
      cursor = body.next_cursor;
    }
    return rows;
  }
}

/** But for what no two of them have alike. */
const without = (row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** A file of its own with this in it. */
function aFile(content: string | Buffer, name = 'people.csv'): string {
  const file = join(aFolder(), name);
  writeFileSync(file, content);
  return file;
}

/** Without any option. */
const plainly = { map: [], only: [] };

const besides = (file: string, ending: string): string => file.replace(/csv$/, ending);

describe('an export of 2,500 rows', () => {
  const made = anExport(2_500, 20_261_121);
  let byCsv: Home;
  let report: Record<string, unknown>;
  let file: string;
  let shown: Shown;

  beforeAll(async () => {
    [byCsv, file] = [await Home.make(), aFile(made.csv)];
    report = await byCsv.imported(file, '--source', 'Old mailer');
    shown = await byCsv.shown();
  });

  test('has every kind of wrong row, and each is reported with its line, its reason and itself', () => {
    const [head, ...rows] = parse(readFileSync(besides(file, 'refused.csv')), {
      bom: true,
      relax_column_count: true,
    });

    expect(new Set(made.refused.map(({ reason }) => reason)).size).toBe(11);
    expect(head?.slice(0, 4)).toEqual(['line', 'reason', 'E-mail', 'First Name']);
    expect(rows).toEqual(made.refused.map(({ line, reason, cells }) => [String(line), reason, ...cells]));
    expect(report).toMatchObject({
      rows: 2_500,
      refused: made.refused.length,
      refused_rows: made.refused.slice(0, 20).map(({ line, reason }) => ({ line, reason })),
    });
  });

  test('goes in, and the counts agree with what the lists show', async () => {
    const { people, suppressions } = shown;
    const { inserted, skipped, suppressed, contact_count: count } = report;
    expect(Number(inserted) + Number(skipped)).toBe(made.contacts.length);
    expect(report['updated']).toBe(0);
    expect([inserted, count, await byCsv.contactCount()]).toEqual(Array(3).fill(people.length));
    expect(suppressed).toBe(suppressions.length);
    expect(report['properties_created']).toEqual(['Plan', 'Größe']);
    for (const status of ['unsubscribed', 'bounced', 'complained'])
      expect(report[status]).toBe(made.contacts.filter((one) => one['status'] === status).length);
    expect(suppressions[0]).toMatch(/ Imported from Old mailer$/);
  });

  test('is what the API makes of the same rows in one request', async () => {
    const byApi = await Home.make();
    const { key, audience } = byApi;
    const path = `/v1/audiences/${audience}/contacts?source=Old+mailer`;
    let answer = await service.api('POST', path, { key, body: made.contacts });
    // A busy machine needs longer than a function may take: the same again goes on where that ended.
    while (answer.status === 503) answer = await service.api('POST', path, { key, body: made.contacts });

    const { skipped, unsubscribed, bounced, complained, contact_count: count } = answer.body;
    expect(answer.status).toBe(201);
    expect(report).toMatchObject({ skipped, unsubscribed, bounced, complained, contact_count: count });
    expect(await byApi.shown()).toEqual(shown);
  });

  test('killed in the middle and run again, is what one run makes of it', async () => {
    const [home, again] = [await Home.make(), aFile(made.csv)];
    const first = home.start(again, '--source', 'Old mailer');
    const doneOf = () => JSON.parse(readFileSync(besides(again, 'progress.json'), 'utf8')).rows_done;
    await until(
      () => existsSync(besides(again, 'progress.json')) && doneOf() >= 1_000,
      () => 'The import does not get so far',
    );
    first.kill();
    await first.ran;
    const done = doneOf();

    const { exitCode, out, err } = await home.import(again, '--source', 'Old mailer', '--json');

    expect({ exitCode, err }).toEqual({
      exitCode: 0,
      err: expect.stringContaining(`Going on after ${done} of ${made.contacts.length} rows: `),
    });
    expect(JSON.parse(out)).toEqual({ ...report, refused_file: besides(again, 'refused.csv') });
    expect(await home.shown()).toEqual(shown);
    expect(existsSync(besides(again, 'progress.json'))).toBe(false);
  });

  test('the same file again adds nobody and takes no opt-out back', async () => {
    const second = await byCsv.imported(file, '--source', 'Old mailer');

    const { inserted, updated, suppressed, properties_created: properties } = second;
    expect({ inserted, updated, suppressed, properties }).toEqual({
      inserted: 0,
      updated: report['inserted'],
      suppressed: 0,
      properties: [],
    });
    expect(await byCsv.shown()).toEqual(shown);
  });
});

const threePeople =
  'Email,First Name,Plan,Status\nkim@shop.test,Kim,pro,active\nlou@shop.test,Lou,,bounced\nnobody,,,\n';

describe('a dry run', () => {
  test('says what would be done, and changes nothing', async () => {
    const [home, file] = [await Home.make(), aFile(threePeople)];

    const { exitCode, out } = await home.import(file, '--dry-run');

    expect(exitCode).toBe(0);
    expect(out).toMatch(/^rows +3\npeople +2\nrepeats +0\nsubscribed +1\nunsubscribed +0\nbounced +1\n/m);
    expect(out).toMatch(/^First Name +first_name +Kim \| Lou$/m);
    expect(out).toMatch(/^Plan +attributes\.Plan +pro$/m);
    expect(out).toMatch(/^4 +email: not an email address$/m);
    expect(out).toMatch(/Nothing was sent\.\n$/);
    expect(await home.shown()).toEqual({ people: [], suppressions: [] });
    expect(existsSync(besides(file, 'progress.json'))).toBe(false);
  });

  test('needs no service, no key and no audience', async () => {
    const ran = await startImport('', [aFile(threePeople), '--dry-run', '--json']).ran;

    expect(JSON.parse(ran.out)).toMatchObject({
      dry_run: true,
      rows: 3,
      refused: 1,
      columns: expect.any(Array),
    });
  });

  test('prints what the page shows', async () => {
    const page = readFileSync('docs/people.md', 'utf8');
    const [, csv = '', example = ''] = /```csv\n(.*?)```.*?\n\n```\n(file.*?)```/s.exec(page) ?? [];
    const file = aFile(csv);

    const { shown } = await tryFile(file, { map: [], only: ['Plan'] });

    expect(shown.replaceAll(join(file, '..'), '.local')).toBe(example);
  });

  test('warns where no column says who has opted out', async () => {
    const file = aFile('Email\nkim@shop.test\n', 'unsubscribed.csv');

    const plain = await tryFile(file, plainly);
    const told = await tryFile(file, { ...plainly, status: 'bounced' });

    expect(plain.shown).toContain('No column says who has opted out');
    expect(told.shown).not.toContain('No column says');
    expect(told.shown).toMatch(/^bounced +1$/m);
  });

  test('shows the first 20 rows that are wrong, and writes down all', async () => {
    const file = aFile(`Email\n${'nobody\n'.repeat(30)}`);

    const { shown } = await tryFile(file, plainly);

    expect(shown.match(/not an email address/g)).toHaveLength(20);
    expect(shown).toContain('and 10 more\n');
    expect(readFileSync(besides(file, 'refused.csv'), 'utf8').trim().split('\r\n')).toHaveLength(31);
  });
});

describe('a file', () => {
  const rows = [
    ['Email', 'First Name', 'Tags'],
    ['kim@shop.test', 'Zoë', 'a|b'],
  ];

  const csv = (delimiter: string): string => rows.map((cells) => cells.join(delimiter)).join('\r\n');

  test.each([
    ['with commas', Buffer.from(csv(',')), undefined],
    ['with semicolons', Buffer.from(csv(';')), undefined],
    ['with tabs', Buffer.from(csv('\t')), undefined],
    ['with a byte order mark', Buffer.from(`\uFEFF${csv(',')}`), undefined],
    ['as spreadsheets write Unicode text', Buffer.from(`\uFEFF${csv('\t')}`, 'utf16le'), undefined],
    ['of an older Windows', Buffer.from(csv(';'), 'latin1'), 'windows-1252'],
    [
      'with empty lines and columns',
      Buffer.from(`\n${csv(',').replaceAll('\r\n', ',,\n\n,,\n')}\n\n`),
      undefined,
    ],
    ['with the line breaks of an older Mac', Buffer.from(csv(',').replaceAll('\r\n', '\r')), undefined],
  ])('%s is read', async (_how, content, encoding) => {
    const { result } = await tryFile(aFile(content), { ...plainly, encoding });

    expect(result).toMatchObject({
      rows: 1,
      columns: [
        { column: 'Email', becomes: 'email', examples: ['kim@shop.test'] },
        { column: 'First Name', becomes: 'first_name', examples: ['Zoë'] },
        { column: 'Tags', becomes: 'tags', examples: ['a|b'] },
      ],
    });
  });

  test.each([
    ['in another encoding', Buffer.from(csv(','), 'latin1'), undefined, 'is not UTF-8'],
    ['in one that nobody knows', Buffer.from('x'), 'morse', 'there is no "morse"'],
    ['without anything', Buffer.from('\n'), undefined, 'is empty'],
    [
      'with a quote without an end',
      Buffer.from('Email\r\na@x.test\r\n"b@x.test\r\n'),
      undefined,
      'an opening quote at line 3',
    ],
    ['without addresses', Buffer.from('Name\nKim\n'), undefined, "--map 'COLUMN=email'"],
    [
      'with a key that cannot be',
      Buffer.from('Email,$plan\na@x.test,1\n'),
      undefined,
      "--map '$plan=attributes.NAME'",
    ],
  ])('%s is refused before anything is sent', async (_how, content, encoding, why) => {
    const file = aFile(content);
    const nowhere = { url: 'http://127.0.0.1:1', key: 'sk_live_x' };

    const tries = importFile(file, 'x', nowhere, { ...plainly, encoding });

    await expect(tries).rejects.toThrow(why);
    expect(readdirSync(join(file, '..'))).toEqual(['people.csv']);
  });

  test('that is not there is said to be missing', async () => {
    const { exitCode, err } = await startImport('', ['/nowhere.csv', '--dry-run']).ran;

    expect(exitCode).toBe(1);
    expect(err).toContain('/nowhere.csv cannot be read');
  });
});

describe('what stands in the way', () => {
  test.each([
    [['--dry-run', '--status', 'pending'], '--status: must be one of'],
    [['--api', 'https://mail.example'], 'Give --audience ID'],
    [['--audience', 'x'], 'Give --local, or --api URL'],
    [['--audience', 'x', '--api', 'https://mail.example'], 'into CARRIER_NEST_KEY'],
    [['--audience', 'x', '--stage', 'prod'], "Unknown option '--stage'"],
  ])('%j ends with 2 and how it goes', async (args, why) => {
    const { exitCode, err } = await startImport('', [aFile(threePeople), ...args]).ran;

    expect(exitCode).toBe(2);
    expect(err).toContain(why);
    expect(err).toContain('npm run admin -- import FILE.csv');
  });

  test('a key goes to nobody who could read it on the way', async () => {
    const args = [aFile(threePeople), '--audience', 'x', '--api', 'http://mail.example'];

    expect(await startImport('sk_live_x', args).ran).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('must be an https address'),
    });
  });

  test('a refusal of the service ends with 1, its words, and how to go on', async () => {
    const { key } = await aWorkspace(service);
    const args = [aFile(threePeople), '--audience', 'nobody', '--api', service.at.api];

    expect(await startImport(key, args).ran).toEqual({
      exitCode: 1,
      out: '',
      err: expect.stringMatching(
        /^No such audience.*\n\n0 of 2 rows are in\. The same command goes on from there\.\n$/,
      ),
    });
  });

  test('an outage that passes is waited for', async () => {
    const home = await Home.make();
    await service.control('POST', '/faults', { ...outage, times: 4 });

    const report = await home.imported(aFile(threePeople));

    expect(report).toMatchObject({ rows: 3, refused: 1, inserted: 2, contact_count: 2 });
  });

  test('one that does not is told of once the pauses are over', async () => {
    const { key, audience } = await Home.make();
    const rows = [{ line: 2, contact: { email: 'kim@shop.test' } }];
    const part = { audience, source: 'test', rows, idempotencyKey: 'one' };
    await service.control('POST', '/faults', outage);

    const sent = sendPart({ url: service.at.api, key }, part, [1, 2]);

    await expect(sent).rejects.toThrow(AdminError);
    await expect(sent).rejects.toThrow('Something went wrong here');
  });

  test('nobody who answers is told of as well', async () => {
    const part = { audience: 'x', source: 'test', rows: [], idempotencyKey: 'one' };

    const sent = sendPart({ url: 'http://127.0.0.1:1', key: 'sk_live_x' }, part, [1, 2]);

    await expect(sent).rejects.toThrow('http://127.0.0.1:1 does not answer: ');
  });

  test('a rule that only the service knows is told with its line', async () => {
    const { key, audience } = await Home.make();
    const rows = [{ line: 7, contact: { email: 'nobody' } }];
    const part = { audience, source: 'test', rows, idempotencyKey: 'one' };

    const sent = sendPart({ url: service.at.api, key }, part);

    await expect(sent).rejects.toThrow('Validation failed\n  line 7: email: not an email address');
  });

  test('the pauses grow, and are a minute in all', () => {
    expect(pausesMs).toEqual(pausesMs.toSorted((a, b) => a - b));
    expect(pausesMs.reduce((sum, ms) => sum + ms)).toBe(60_000);
  });

  const outage = {
    service: 'dynamodb',
    operation: 'UpdateItem',
    error: 'InternalServerError',
    function: 'addMembers',
  };
});

describe('what an earlier run has left', () => {
  const progress = { hash: 'of another', audience: 'x', import_id: 'y', rows_done: 1, totals: noTotals };

  test.each([
    ['of other rows', JSON.stringify(progress), 'Starting over: '],
    ['that nobody can read', '{', ''],
  ])('%s is started over', async (_what, left, said) => {
    const [home, file] = [await Home.make(), aFile(threePeople)];
    writeFileSync(besides(file, 'progress.json'), left);

    const { exitCode, out, err } = await home.import(file, '--json');

    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ inserted: 2, contact_count: 2 });
    expect(err.startsWith(said)).toBe(true);
    expect(readdirSync(join(file, '..')).toSorted()).toEqual(['people.csv', 'people.refused.csv']);
  });

  test('made again on purpose is made again, not answered from memory', async () => {
    const [home, file] = [await Home.make(), aFile('Email\nkim@shop.test\n')];
    await home.imported(file);
    const [{ id }] = (await service.api('GET', '/v1/contacts', { key: home.key })).body.data;
    await service.api('DELETE', `/v1/contacts/${id}`, { key: home.key });

    expect(await home.imported(file)).toMatchObject({ inserted: 1, contact_count: 1 });
  });

  test('refused rows of a file that is mended are gone', async () => {
    const file = aFile(threePeople);
    await tryFile(file, plainly);
    const before = existsSync(besides(file, 'refused.csv'));

    writeFileSync(file, threePeople.replace('nobody', 'mo@shop.test'));
    await tryFile(file, plainly);

    expect([before, existsSync(besides(file, 'refused.csv'))]).toEqual([true, false]);
  });
});
