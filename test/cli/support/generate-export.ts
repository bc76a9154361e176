import fc from 'fast-check';

/** A row of the file, with the contact or the refusal that the import must produce. */
interface GeneratedRow {
  cells: string[];
  /** The contact that the import must send to the API. */
  contact?: Record<string, unknown>;
  /** The reason why the import must refuse the row. */
  reason?: string;
  /** The opt-out in a refused row, which the import must still apply. */
  optOut?: OptOut | undefined;
}

interface OptOut {
  email: string;
  status: 'unsubscribed' | 'bounced' | 'complained';
}

/** A contact export in the format of other email services. */
export interface GeneratedExport {
  csv: string;
  /** The valid rows, as API request bodies. */
  contacts: Record<string, unknown>[];
  refused: { line: number; reason: string; cells: string[] }[];
  /** The opt-outs in refused rows. */
  refusedOptOuts: OptOut[];
}

const header = ['E-mail', 'First Name', 'Last Name', 'Tags', 'Status', 'Last active', 'Plan', 'Größe'];

const names = [
  ...['Kim', "O'Neil", 'Anne-Marie', 'de la Cruz, Jr.', 'Joe "The Boss"', 'line\nbreak', '  spaced  '],
  ...[
    'Żółć',
    'Ελένη',
    'Наталья',
    'דוד',
    'محمد',
    'สมชาย',
    '小明',
    '山田;太郎',
    '김민수',
    'नेहा',
    '👩‍👩‍👧',
    'e\u0301',
    '=1+1',
  ],
  'x'.repeat(120),
];

/** Status words of other services, and the status that each word means. */
const statusWords = {
  '': undefined,
  active: 'subscribed',
  Subscribed: 'subscribed',
  unsubscribed: 'unsubscribed',
  Cleaned: 'bounced',
  bounced: 'bounced',
  'Spam complaint': 'complained',
} as const;

const domains = ['shop.test', 'Mail.Example', 'bücher.example', 'sub.domain.test'];

const optionalArbitrary = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const rowChoices = fc.record({
  firstName: optionalArbitrary(fc.constantFrom(...names)),
  lastName: optionalArbitrary(fc.constantFrom(...names)),
  tags: fc.uniqueArray(fc.constantFrom('VIP', 'beta tester', 'Größte', '買い手', 'y'.repeat(60)), {
    maxLength: 3,
  }),
  tagSeparator: fc.constantFrom(',', '; ', '|'),
  status: fc.oneof({ weight: 6, arbitrary: fc.constant('active' as const) }, statusWordArbitrary()),
  domain: fc.constantFrom(...domains),
  day: optionalArbitrary(fc.integer({ min: 1, max: 28 })),
  plan: optionalArbitrary(fc.constantFrom('free', 'pro "plus"', 'a,b', '0042', 'true')),
  size: optionalArbitrary(fc.constantFrom('S', 'XL')),
  repeatDraw: fc.integer({ min: 0, max: 19 }),
  invalidDraw: fc.integer({ min: 0, max: 39 }),
  earlierIndex: fc.nat(),
});

type RowChoices = typeof rowChoices extends fc.Arbitrary<infer T> ? T : never;

function statusWordArbitrary() {
  return fc.constantFrom(...(Object.keys(statusWords) as (keyof typeof statusWords)[]));
}

/** Generates an export. The same seed always produces the same export. */
export function generateExport(rows: number, seed: number): GeneratedExport {
  const generatedRows: GeneratedRow[] = [];
  for (const [index, choice] of fc.sample(rowChoices, { seed, numRuns: rows }).entries())
    generatedRows.push(buildRow(choice, index, generatedRows));
  return {
    csv: buildCsv(generatedRows),
    contacts: generatedRows.flatMap(({ contact }) => (contact ? [contact] : [])),
    refused: listRefused(generatedRows),
    refusedOptOuts: generatedRows.flatMap(({ optOut }) => (optOut ? [optOut] : [])),
  };
}

function buildRow(choice: RowChoices, index: number, previousRows: readonly GeneratedRow[]): GeneratedRow {
  const validRow = buildValidRow(choice, addressOf(choice, index, previousRows));
  if (choice.invalidDraw !== 0) return validRow;
  const [change, reason] = rowFaults[index % rowFaults.length] ?? [() => undefined, ''];
  change(validRow.cells);
  return { cells: validRow.cells, reason, optOut: optOutOf(validRow.cells) };
}

function optOutOf([email = '', , , , word = '']: readonly string[]): OptOut | undefined {
  const status = Object.entries(statusWords).find(([key]) => key === word)?.[1];
  if (status === undefined || status === 'subscribed' || !/^[^\s@]+@[^\s@]+$/.test(email.trim()))
    return undefined;
  return { email: email.trim(), status };
}

/** Returns a new address or, in one row of twenty, an earlier address in uppercase with a space on each side. */
function addressOf(
  { repeatDraw, earlierIndex, domain }: RowChoices,
  index: number,
  previousRows: readonly GeneratedRow[],
): string {
  const earlierAddress =
    previousRows.length > 0
      ? previousRows[earlierIndex % previousRows.length]?.contact?.['email']
      : undefined;
  if (repeatDraw === 0 && typeof earlierAddress === 'string') return ` ${earlierAddress.toUpperCase()} `;
  return `Person.${index}+news@${domain}`;
}

function buildValidRow(
  { firstName, lastName, tags, tagSeparator, status, day, plan, size }: RowChoices,
  email: string,
): GeneratedRow {
  const time = day && `2026-01-${String(day).padStart(2, '0')} 10:00:00`;
  const attributes = { ...(plan && { Plan: plan }), ...(size && { Größe: size }) };
  const cells = [email, firstName ?? '', lastName ?? '', tags.join(tagSeparator), status];
  const contact = {
    email: email.trim(),
    ...(firstName && { first_name: firstName.trim() }),
    ...(lastName && { last_name: lastName.trim() }),
    tags,
    attributes,
    ...(statusWords[status] && { status: statusWords[status] }),
    ...(time && { last_active_at: `${time.replace(' ', 'T')}Z` }),
  };
  return { cells: [...cells, time || '', plan ?? '', size ?? ''], contact };
}

const notAnAddress = 'email: not an email address';

/** Changes that make a row invalid, each with the reason that the report must give. */
const rowFaults: readonly [change: (cells: string[]) => unknown, reason: string][] = [
  [(cells) => (cells[0] = ' '), '`email` is required'],
  [(cells) => (cells[0] = 'nobody'), notAnAddress],
  [(cells) => (cells[0] = 'Kim <kim@shop.test>'), notAnAddress],
  [(cells) => (cells[0] = 'a@shop.test, b@shop.test'), notAnAddress],
  [(cells) => (cells[1] = 'ж'.repeat(121)), 'first_name: must have at most 120 characters'],
  [(cells) => (cells[2] = 'y'.repeat(121)), 'last_name: must have at most 120 characters'],
  [
    (cells) => (cells[3] = Array.from({ length: 51 }, (_, tag) => `tag ${tag}`).join(',')),
    'tags: must have at most 50 items',
  ],
  [(cells) => (cells[3] = `ok, ${'z'.repeat(61)}`), 'tags.1: must have at most 60 characters'],
  [(cells) => (cells[4] = 'pending'), 'status: must be one of subscribed, unsubscribed, bounced, complained'],
  [(cells) => (cells[5] = 'yesterday'), 'last_active_at: must be a time such as 2026-10-02T09:00:00Z'],
  [(cells) => (cells[5] = '2999-01-01'), 'last_active_at: must not be more than a day in the future'],
  [(cells) => cells.push('moved'), 'has 9 cells, but the header has 8'],
  [(cells) => cells.splice(2), 'has 2 cells, but the header has 8'],
];

const buildCsv = (generatedRows: readonly GeneratedRow[]): string =>
  [header, ...generatedRows.map(({ cells }) => cells)]
    .map((cells) => `${cells.map(quoteCell).join(',')}\r\n`)
    .join('');

const quoteCell = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function listRefused(generatedRows: readonly GeneratedRow[]): GeneratedExport['refused'] {
  let line = 2;
  return generatedRows.flatMap(({ cells, reason }) => {
    const rowLine = line;
    line += 1 + cells.join('').split('\n').length - 1;
    return reason === undefined ? [] : [{ line: rowLine, reason, cells }];
  });
}
