import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { dryRunFile, importFile } from '../../packages/cli/src/import/import-file';
import { sendParts, startProgress } from '../../packages/import/src/send-parts';
import { suppressionOf } from '../../packages/import/src/statuses';
import { ApiError, CarrierNest } from '../../packages/sdk/src';
import { aWorkspace } from '../support/factories';
import { useService } from '../support/use-service';
import { generateExport } from './support/generate-export';
import { startImport, type CommandResult } from './support/run-import';
import { waitUntil } from '../support/wait-until';
import { makeTempDir } from '../support/run/run-dir';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

interface WorkspaceContents {
  contacts: Record<string, unknown>[];
  /** The address, scope, reason and detail of each suppression. */
  suppressions: string[];
}

/** A new workspace with one audience. */
class ImportWorkspace {
  private constructor(
    readonly key: string,
    readonly audience: string,
  ) {}

  static async create(): Promise<ImportWorkspace> {
    const { key } = await aWorkspace(service);
    const { body } = await service.api('POST', '/v1/audiences', { key, body: { name: 'Readers' } });
    return new ImportWorkspace(key, body.id);
  }

  /** Runs the import command on this audience. */
  import(file: string, ...args: string[]): Promise<CommandResult> {
    return this.startRun(file, ...args).result;
  }

  startRun(file: string, ...args: string[]) {
    const locationArgs = ['--audience', this.audience, '--api', service.metadata.api];
    return startImport(this.key, [file, ...locationArgs, ...args]);
  }

  /** Runs an import that must succeed, and returns its parsed report. */
  async importAndParse(file: string, ...args: string[]) {
    const { exitCode, out, err } = await this.import(file, '--json', ...args);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    return JSON.parse(out);
  }

  async readContents(): Promise<WorkspaceContents> {
    return { contacts: await this.listContacts(), suppressions: await this.listSuppressions() };
  }

  private async listContacts(): Promise<Record<string, unknown>[]> {
    const rows = await this.listAll(`/v1/audiences/${this.audience}/contacts`);
    return rows.map((row) => omit(row, ['id', 'audience_ids', 'created_at', 'unsubscribed_at']));
  }

  private async listSuppressions(): Promise<string[]> {
    const rows = await this.listAll('/v1/suppressions');
    return rows
      .map(({ email, scope, reason, detail }) => [email, scope, reason, detail].map(String).join(' '))
      .toSorted();
  }

  async contactCount(): Promise<number> {
    const { body } = await service.api('GET', `/v1/audiences/${this.audience}`, { key: this.key });
    return body.contact_count;
  }

  private async listAll(path: string): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
      const { body } = await service.api('GET', `${path}?${query.toString()}`, { key: this.key });
      rows.push(...body.data);
      cursor = body.next_cursor;
    }
    return rows;
  }
}

/** Drops the fields that differ between two imports of the same rows. */
const omit = (row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** Writes the content to a file in a new folder. */
function writeTempFile(content: string | Buffer, name = 'people.csv'): string {
  const file = join(makeTempDir(), name);
  writeFileSync(file, content);
  return file;
}

const noOptions = { map: [], only: [] };

const siblingFiles = (file: string) => ({
  refused_file: siblingFile(file, 'refused.csv'),
  opt_outs_file: siblingFile(file, 'opt-outs.csv'),
});

const siblingFile = (file: string, extension: string): string => file.replace(/csv$/, extension);

describe('an export of 2,500 rows', () => {
  const generatedExport = generateExport(2_500, 20_261_121);
  let csvWorkspace: ImportWorkspace;
  let report: Record<string, unknown>;
  let file: string;
  let contents: WorkspaceContents;

  beforeAll(async () => {
    [csvWorkspace, file] = [await ImportWorkspace.create(), writeTempFile(generatedExport.csv)];
    report = await csvWorkspace.importAndParse(file, '--source', 'Old mailer');
    contents = await csvWorkspace.readContents();
  });

  test('has every kind of invalid row, and the import reports each invalid row with its line, reason and cells', () => {
    const [header, ...rows] = parse(readFileSync(siblingFile(file, 'refused.csv')), {
      bom: true,
      relax_column_count: true,
    });

    expect(new Set(generatedExport.refused.map(({ reason }) => reason)).size).toBe(11);
    expect(header?.slice(0, 4)).toEqual(['line', 'reason', 'E-mail', 'First Name']);
    expect(rows).toEqual(
      generatedExport.refused.map(({ line, reason, cells }) => [
        String(line),
        reason,
        ...cells.map((cell) => cell.replace(/^=/, "'=")),
      ]),
    );
    expect(report).toMatchObject({
      rows: 2_500,
      refused: generatedExport.refused.length,
      refused_rows: generatedExport.refused.slice(0, 20).map(({ line, reason }) => ({ line, reason })),
    });
  });

  test('is imported, and the counts match the lists', async () => {
    const { contacts, suppressions } = contents;
    const { inserted, skipped, suppressed, contact_count: count } = report;
    expect(Number(inserted) + Number(skipped)).toBe(generatedExport.contacts.length);
    expect(report['updated']).toBe(0);
    expect([inserted, count, await csvWorkspace.contactCount()]).toEqual(Array(3).fill(contacts.length));
    expect(suppressed).toBe(suppressions.filter((row) => row.endsWith(' Imported from Old mailer')).length);
    expect(report['properties_created']).toEqual(['Plan', 'Größe']);
    for (const status of ['unsubscribed', 'bounced', 'complained'])
      expect(report[status]).toBe(generatedExport.contacts.filter((one) => one['status'] === status).length);
  });

  test('loses no opt-out, not even in refused rows, and the report lists each of them (AU-24, AU-25)', () => {
    const optOuts = [
      ...generatedExport.contacts.filter((one) =>
        ['unsubscribed', 'bounced', 'complained'].includes(String(one['status'])),
      ),
      ...generatedExport.refusedOptOuts,
    ];
    const [, ...listed] = parse(readFileSync(siblingFile(file, 'opt-outs.csv')), { bom: true });

    expect(generatedExport.refusedOptOuts.length).toBeGreaterThan(3);
    expect(report).toMatchObject({ opt_outs: optOuts.length, opt_outs_confirmed: optOuts.length });
    expect(listed.map(([, email, status]) => [email, status].join(' ')).toSorted()).toEqual(
      optOuts.map(({ email, status }) => [email, status].join(' ')).toSorted(),
    );
    expect(new Set(listed.map((row) => row[3]))).toEqual(new Set(['yes']));
    for (const { email } of generatedExport.refusedOptOuts)
      expect(contents.suppressions.join('\n')).toContain(email.toLowerCase().split('@')[0]);
  });

  test('has the same result as the same rows in one API request, after the opt-outs in refused rows', async () => {
    const apiWorkspace = await ImportWorkspace.create();
    const { key, audience } = apiWorkspace;
    for (const { email, status } of generatedExport.refusedOptOuts)
      await service.api('POST', '/v1/suppressions', { key, body: { email, ...suppressionOf[status] } });
    const path = `/v1/audiences/${audience}/contacts?source=Old+mailer`;
    let response = await service.api('POST', path, { key, body: generatedExport.contacts });
    // On a busy machine, the function can time out. A repeated request continues where the function stopped.
    while (response.status === 503)
      response = await service.api('POST', path, { key, body: generatedExport.contacts });

    const { skipped, unsubscribed, bounced, complained, contact_count: count } = response.body;
    expect(response.status).toBe(201);
    expect(report).toMatchObject({ skipped, unsubscribed, bounced, complained, contact_count: count });
    expect(await apiWorkspace.readContents()).toEqual(contents);
  });

  test('has the same result when the import is killed midway and run again', async () => {
    const [workspace, secondFile] = [await ImportWorkspace.create(), writeTempFile(generatedExport.csv)];
    const firstRun = workspace.startRun(secondFile, '--source', 'Old mailer');
    const readRowsDone = () =>
      JSON.parse(readFileSync(siblingFile(secondFile, 'progress.json'), 'utf8')).rowsDone;
    await waitUntil(
      () => existsSync(siblingFile(secondFile, 'progress.json')) && readRowsDone() >= 1_000,
      () => 'The import did not reach 1,000 rows',
    );
    firstRun.kill();
    await firstRun.result;
    const rowsDone = readRowsDone();

    const { exitCode, out, err } = await workspace.import(secondFile, '--source', 'Old mailer', '--json');

    expect({ exitCode, err }).toEqual({
      exitCode: 0,
      err: expect.stringContaining(
        `Resuming after ${rowsDone} of ${generatedExport.contacts.length} rows, as recorded in `,
      ),
    });
    expect(JSON.parse(out)).toEqual({ ...report, ...siblingFiles(secondFile) });
    expect(await workspace.readContents()).toEqual(contents);
    expect(existsSync(siblingFile(secondFile, 'progress.json'))).toBe(false);
  });

  test('adds no contact and reverts no opt-out when it is imported again', async () => {
    const second = await csvWorkspace.importAndParse(file, '--source', 'Old mailer');

    const { inserted, updated, suppressed, properties_created: properties } = second;
    expect({ inserted, updated, suppressed, properties }).toEqual({
      inserted: 0,
      updated: report['inserted'],
      suppressed: 0,
      properties: [],
    });
    expect(await csvWorkspace.readContents()).toEqual(contents);
  });
});

const threeContacts =
  'Email,First Name,Plan,Status\nkim@shop.test,Kim,pro,active\nlou@shop.test,Lou,,bounced\nnobody,,,\n';

describe('a dry run', () => {
  test('prints the changes that an import would make, and changes nothing', async () => {
    const [workspace, file] = [await ImportWorkspace.create(), writeTempFile(threeContacts)];

    const { exitCode, out } = await workspace.import(file, '--dry-run');

    expect(exitCode).toBe(0);
    expect(out).toMatch(/^rows +3\npeople +2\nrepeats +0\nsubscribed +1\nunsubscribed +0\nbounced +1\n/m);
    expect(out).toMatch(/^First Name +first_name +Kim \| Lou$/m);
    expect(out).toMatch(/^Plan +attributes\.Plan +pro$/m);
    expect(out).toMatch(/^4 +email: not an email address$/m);
    expect(out).toMatch(/Nothing was sent\.\n$/);
    expect(await workspace.readContents()).toEqual({ contacts: [], suppressions: [] });
    expect(existsSync(siblingFile(file, 'progress.json'))).toBe(false);
  });

  test('needs no service, no key and no audience', async () => {
    const result = await startImport('', [writeTempFile(threeContacts), '--dry-run', '--json']).result;

    expect(JSON.parse(result.out)).toMatchObject({
      dry_run: true,
      rows: 3,
      refused: 1,
      columns: expect.any(Array),
    });
  });

  test('prints the output that docs/people.md shows', async () => {
    const page = readFileSync('docs/people.md', 'utf8');
    const [, csv = '', example = ''] = /```csv\n(.*?)```.*?\n\n```\n(file.*?)```/s.exec(page) ?? [];
    const file = writeTempFile(csv);

    const { text: output } = await dryRunFile(file, { map: [], only: ['Plan'] });

    expect(output.replaceAll(join(file, '..'), '.local')).toBe(example);
  });

  test('warns when no column contains opt-outs', async () => {
    const file = writeTempFile('Email\nkim@shop.test\n', 'unsubscribed.csv');

    const withoutStatus = await dryRunFile(file, noOptions);
    const withStatus = await dryRunFile(file, { ...noOptions, status: 'bounced' });

    expect(withoutStatus.text).toContain('No column contains opt-outs');
    expect(withStatus.text).not.toContain('No column contains');
    expect(withStatus.text).toMatch(/^bounced +1$/m);
  });

  test('shows the first 20 invalid rows, and writes all invalid rows to a file', async () => {
    const file = writeTempFile(`Email\n${'nobody\n'.repeat(30)}`);

    const { text: output } = await dryRunFile(file, noOptions);

    expect(output.match(/not an email address/g)).toHaveLength(20);
    expect(output).toContain('and 10 more\n');
    expect(readFileSync(siblingFile(file, 'refused.csv'), 'utf8').trim().split('\r\n')).toHaveLength(31);
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
    [
      'in UTF-16, which spreadsheets call Unicode text,',
      Buffer.from(`\uFEFF${csv('\t')}`, 'utf16le'),
      undefined,
    ],
    ['in Windows-1252', Buffer.from(csv(';'), 'latin1'), 'windows-1252'],
    [
      'with empty lines and columns',
      Buffer.from(`\n${csv(',').replaceAll('\r\n', ',,\n\n,,\n')}\n\n`),
      undefined,
    ],
    ['with CR line breaks', Buffer.from(csv(',').replaceAll('\r\n', '\r')), undefined],
  ])('%s is parsed', async (_how, content, encoding) => {
    const { result } = await dryRunFile(writeTempFile(content), { ...noOptions, encoding });

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
    ['in an encoding other than UTF-8', Buffer.from(csv(','), 'latin1'), undefined, 'is not UTF-8'],
    ['in an unknown encoding', Buffer.from('x'), 'morse', '"morse" is not supported'],
    ['without content', Buffer.from('\n'), undefined, 'is empty'],
    [
      'with an unclosed quote',
      Buffer.from('Email\r\na@x.test\r\n"b@x.test\r\n'),
      undefined,
      'a quote on line 3 has no closing quote',
    ],
    ['without an address column', Buffer.from('Name\nKim\n'), undefined, "--map 'COLUMN=email'"],
    [
      'with an invalid attribute key',
      Buffer.from('Email,$plan\na@x.test,1\n'),
      undefined,
      "--map '$plan=attributes.NAME'",
    ],
  ])('%s is refused before the command sends any request', async (_how, content, encoding, expectedError) => {
    const file = writeTempFile(content);
    const unreachable = { url: 'http://127.0.0.1:1', key: 'sk_live_x' };

    const attempt = importFile(file, 'x', unreachable, { ...noOptions, encoding });

    await expect(attempt).rejects.toThrow(expectedError);
    expect(readdirSync(join(file, '..'))).toEqual(['people.csv']);
  });

  test('that does not exist is reported as missing', async () => {
    const { exitCode, err } = await startImport('', ['/nowhere.csv', '--dry-run']).result;

    expect(exitCode).toBe(1);
    expect(err).toContain('/nowhere.csv cannot be read');
  });
});

describe('exports of another service', () => {
  test('lose no opt-out in any order of the files, and change nothing when they are imported again', async () => {
    const workspace = await ImportWorkspace.create();
    const header = 'Email Address,First Name,MEMBER_RATING,LEID,Seats';
    const files = [
      writeTempFile(
        `${header}\nkim@shop.test,Kim,2,1,\nlou@shop.test,Lou,2,2,\n`,
        'subscribed_members_export.csv',
      ),
      writeTempFile(
        `${header}\nlou@shop.test,Lou,2,2,\nmo@shop.test,Mo,2,3,\n`,
        'unsubscribed_members_export.csv',
      ),
      writeTempFile(
        `${header},CLEAN_TIME\nkim@shop.test,Kim,2,1,,2024-05-01 00:00:00\n`,
        'cleaned_members_export.csv',
      ),
      writeTempFile(`${header}\nnell@shop.test,Nell,2,4,\n`, 'nonsubscribed_members_export.csv'),
    ];

    const reports = [];
    for (const file of files) reports.push(await workspace.importAndParse(file));
    const contents = await workspace.readContents();
    for (const file of files) await workspace.importAndParse(file);

    expect(reports.map((report) => [report.preset, report.opt_outs, report.opt_outs_confirmed])).toEqual([
      ['mailchimp', 0, 0],
      ['mailchimp', 2, 2],
      ['mailchimp', 1, 1],
      ['mailchimp', 1, 1],
    ]);
    expect(contents.suppressions).toEqual([
      'kim@shop.test all hard_bounce Imported from cleaned_members_export.csv',
      'lou@shop.test marketing unsubscribe Imported from unsubscribed_members_export.csv',
      'mo@shop.test marketing unsubscribe Imported from unsubscribed_members_export.csv',
      'nell@shop.test marketing unsubscribe Imported from nonsubscribed_members_export.csv',
    ]);
    expect(contents.contacts.map(({ unsubscribed }) => unsubscribed)).toEqual([true, true, true, true]);
    expect(await workspace.readContents()).toEqual(contents);
  });

  test('refuse values that do not fit a property, or keep them as text', async () => {
    const workspace = await ImportWorkspace.create();
    const property = { key: 'seats', name: 'Seats', type: 'number' };
    await service.api('POST', '/v1/contact-properties', { key: workspace.key, body: property });
    const file = writeTempFile('Email,Seats,Status\nkim@shop.test,0x10,unsubscribed\nlou@shop.test,16,\n');

    const refused = await workspace.importAndParse(file);
    const attributesBefore = (await workspace.readContents()).contacts.map(
      (contact) => contact['attributes'],
    );
    const kept = await workspace.importAndParse(file, '--keep-text');

    expect(refused).toMatchObject({
      ...{ inserted: 1, refused: 1, opt_outs: 1, opt_outs_confirmed: 1 },
      refused_rows: [{ line: 2, reason: 'attributes.seats: "0x10" must be a number such as 1234.5' }],
    });
    expect(attributesBefore).toEqual([{ seats: 16 }]);
    expect(kept).toMatchObject({ inserted: 1, refused: 0, properties_created: [] });
    const { contacts, suppressions } = await workspace.readContents();
    expect(contacts.map(({ attributes }) => attributes)).toEqual([{ seats: '0x10' }, { seats: 16 }]);
    expect(suppressions).toEqual(['kim@shop.test marketing unsubscribe null']);
  });
});

describe('failures', () => {
  test.each([
    [['--dry-run', '--status', 'pending'], '--status: must be one of'],
    [['--api', 'https://mail.example'], 'Give --audience ID'],
    [['--audience', 'x'], 'Choose the service with --local or --api URL'],
    [['--audience', 'x', '--api', 'https://mail.example'], 'Set CARRIER_NEST_KEY'],
    [['--audience', 'x', '--stage', 'prod'], "Unknown option '--stage'"],
  ])('%j exits with 2 and prints the usage', async (args, expectedError) => {
    const { exitCode, err } = await startImport('', [writeTempFile(threeContacts), ...args]).result;

    expect(exitCode).toBe(2);
    expect(err).toContain(expectedError);
    expect(err).toContain('Usage: carrier-nest admin import FILE.csv');
  });

  test('a key is never sent over plain HTTP', async () => {
    const args = [writeTempFile(threeContacts), '--audience', 'x', '--api', 'http://mail.example'];

    expect(await startImport('sk_live_x', args).result).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('must be an https URL'),
    });
  });

  test('an import that the service refuses exits with 1 and prints the error message and how to resume', async () => {
    const { key } = await aWorkspace(service);
    const args = [writeTempFile(threeContacts), '--audience', 'nobody', '--api', service.metadata.api];

    expect(await startImport(key, args).result).toEqual({
      exitCode: 1,
      out: '',
      err: expect.stringMatching(
        /^No such audience.*\n\n0 of 2 rows are imported\. To resume, run the same command\.\n$/,
      ),
    });
  });

  test('the import waits for a short outage to end', async () => {
    const workspace = await ImportWorkspace.create();
    await service.control('POST', '/faults', { ...outage, times: 4 });

    const report = await workspace.importAndParse(writeTempFile(threeContacts));

    expect(report).toMatchObject({ rows: 3, refused: 1, inserted: 2, contact_count: 2 });
  });

  test('a longer outage is reported after the last retry', async () => {
    await service.control('POST', '/faults', outage);
    const { key, audience } = await ImportWorkspace.create();
    const client = new CarrierNest({ url: service.metadata.api, key });
    const impatient = Object.assign(client, {
      addMembers: (...[id, body, query]: Parameters<CarrierNest['addMembers']>) =>
        CarrierNest.prototype.addMembers.call(client, id, body, query, { retries: 1 }),
    });

    await expect(sendContacts(impatient, audience, ['kim@shop.test'])).rejects.toThrow(ApiError);
  });

  test('a row that only the service refuses is reported with its line, and the other rows are imported', async () => {
    const { key, audience } = await ImportWorkspace.create();
    const client = new CarrierNest({ url: service.metadata.api, key });

    const progress = await sendContacts(client, audience, ['kim@shop.test', 'nobody']);

    expect(progress).toMatchObject({
      rowsDone: 2,
      totals: { inserted: 1 },
      refused: [{ line: 1, reason: 'email: not an email address' }],
    });
  });

  async function sendContacts(client: CarrierNest, audience: string, emails: readonly string[]) {
    const rows = emails.map((email, line) => ({ line, cells: [email], contact: { email } }));
    let progress = startProgress();
    const plan = { parts: [rows], refusedOptOuts: [] };
    for await (progress of sendParts({ client, audience, source: 'test' }, plan, progress));
    return progress;
  }

  const outage = {
    service: 'dynamodb',
    operation: 'UpdateItem',
    error: 'InternalServerError',
    function: 'addMembers',
  };
});

describe('after an earlier run', () => {
  const progress = { ...startProgress(), hash: 'of another', rowsDone: 1 };

  test.each([
    ['with other rows', JSON.stringify(progress), 'Starting over: '],
    ['with invalid JSON', '{', ''],
  ])('a progress file %s makes the import start over', async (_what, leftover, expectedOutput) => {
    const [workspace, file] = [await ImportWorkspace.create(), writeTempFile(threeContacts)];
    writeFileSync(siblingFile(file, 'progress.json'), leftover);

    const { exitCode, out, err } = await workspace.import(file, '--json');

    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ inserted: 2, contact_count: 2 });
    expect(err.startsWith(expectedOutput)).toBe(true);
    expect(readdirSync(join(file, '..')).toSorted()).toEqual([
      'people.csv',
      'people.opt-outs.csv',
      'people.refused.csv',
    ]);
  });

  test('an intentional second import writes the rows again instead of replaying the stored response', async () => {
    const [workspace, file] = [await ImportWorkspace.create(), writeTempFile('Email\nkim@shop.test\n')];
    await workspace.importAndParse(file);
    const [{ id }] = (await service.api('GET', '/v1/contacts', { key: workspace.key })).body.data;
    await service.api('DELETE', `/v1/contacts/${id}`, { key: workspace.key });

    expect(await workspace.importAndParse(file)).toMatchObject({ inserted: 1, contact_count: 1 });
  });

  test('the file of refused rows is deleted once every row is valid', async () => {
    const file = writeTempFile(threeContacts);
    await dryRunFile(file, noOptions);
    const before = existsSync(siblingFile(file, 'refused.csv'));

    writeFileSync(file, threeContacts.replace('nobody', 'mo@shop.test'));
    await dryRunFile(file, noOptions);

    expect([before, existsSync(siblingFile(file, 'refused.csv'))]).toEqual([true, false]);
  });
});
