import fc from 'fast-check';

/** A row of the file, and what becomes of it. */
interface Made {
  cells: string[];
  /** What the API is to get of it. */
  contact?: Record<string, unknown>;
  /** Why it is left out. */
  reason?: string;
}

/** What another service may have exported. */
export interface Export {
  csv: string;
  /** The rows that are right, as they are added by the API. */
  contacts: Record<string, unknown>[];
  refused: { line: number; reason: string; cells: string[] }[];
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

/** Words of other services, and what they mean here. */
const words = {
  '': undefined,
  active: 'subscribed',
  Subscribed: 'subscribed',
  unsubscribed: 'unsubscribed',
  Cleaned: 'bounced',
  bounced: 'bounced',
  'Spam complaint': 'complained',
} as const;

const domains = ['shop.test', 'Mail.Example', 'bücher.example', 'sub.domain.test'];

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const choices = fc.record({
  firstName: optional(fc.constantFrom(...names)),
  lastName: optional(fc.constantFrom(...names)),
  tags: fc.uniqueArray(fc.constantFrom('VIP', 'beta tester', 'Größte', '買い手', 'y'.repeat(60)), {
    maxLength: 3,
  }),
  between: fc.constantFrom(',', '; ', '|'),
  status: fc.oneof({ weight: 6, arbitrary: fc.constant('active' as const) }, wordOf()),
  domain: fc.constantFrom(...domains),
  day: optional(fc.integer({ min: 1, max: 28 })),
  plan: optional(fc.constantFrom('free', 'pro "plus"', 'a,b', '0042', 'true')),
  size: optional(fc.constantFrom('S', 'XL')),
  repeats: fc.integer({ min: 0, max: 19 }),
  wrong: fc.integer({ min: 0, max: 39 }),
  earlier: fc.nat(),
});

type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

function wordOf() {
  return fc.constantFrom(...(Object.keys(words) as (keyof typeof words)[]));
}

/** Always the same for the same seed. */
export function anExport(rows: number, seed: number): Export {
  const made: Made[] = [];
  for (const [index, chosen] of fc.sample(choices, { seed, numRuns: rows }).entries())
    made.push(rowOf(chosen, index, made));
  return {
    csv: csvOf(made),
    contacts: made.flatMap(({ contact }) => (contact ? [contact] : [])),
    refused: refusedOf(made),
  };
}

function rowOf(chosen: Choices, index: number, before: readonly Made[]): Made {
  const right = rightRow(chosen, addressOf(chosen, index, before));
  if (chosen.wrong !== 0) return right;
  const [change, reason] = faults[index % faults.length] ?? [() => undefined, ''];
  change(right.cells);
  return { cells: right.cells, reason };
}

/** One in twenty stands there already, written otherwise. */
function addressOf({ repeats, earlier, domain }: Choices, index: number, before: readonly Made[]): string {
  const known = before.length > 0 ? before[earlier % before.length]?.contact?.['email'] : undefined;
  if (repeats === 0 && typeof known === 'string') return ` ${known.toUpperCase()} `;
  return `Person.${index}+news@${domain}`;
}

function rightRow(
  { firstName, lastName, tags, between, status, day, plan, size }: Choices,
  email: string,
): Made {
  const time = day && `2026-01-${String(day).padStart(2, '0')} 10:00:00`;
  const attributes = { ...(plan && { Plan: plan }), ...(size && { Größe: size }) };
  const cells = [email, firstName ?? '', lastName ?? '', tags.join(between), status];
  const contact = {
    email: email.trim(),
    ...(firstName && { first_name: firstName.trim() }),
    ...(lastName && { last_name: lastName.trim() }),
    tags,
    attributes,
    ...(words[status] && { status: words[status] }),
    ...(time && { last_active_at: `${time.replace(' ', 'T')}Z` }),
  };
  return { cells: [...cells, time || '', plan ?? '', size ?? ''], contact };
}

const notAnAddress = 'email: not an email address';

/** How a row can be wrong, and what the report says of it. */
const faults: readonly [change: (cells: string[]) => unknown, reason: string][] = [
  [(cells) => (cells[0] = ' '), '`email` is required'],
  [(cells) => (cells[0] = 'nobody'), notAnAddress],
  [(cells) => (cells[0] = 'Kim <kim@shop.test>'), notAnAddress],
  [(cells) => (cells[0] = 'a@shop.test, b@shop.test'), notAnAddress],
  [(cells) => (cells[1] = 'ж'.repeat(121)), 'first_name: Too big: expected string to have <=120 characters'],
  [(cells) => (cells[2] = 'y'.repeat(121)), 'last_name: Too big: expected string to have <=120 characters'],
  [
    (cells) => (cells[3] = Array.from({ length: 51 }, (_, tag) => `tag ${tag}`).join(',')),
    'tags: Too big: expected array to have <=50 items',
  ],
  [
    (cells) => (cells[3] = `ok, ${'z'.repeat(61)}`),
    'tags.1: Too big: expected string to have <=60 characters',
  ],
  [(cells) => (cells[4] = 'pending'), 'status: must be one of subscribed, unsubscribed, bounced, complained'],
  [(cells) => (cells[5] = 'yesterday'), 'last_active_at: Invalid ISO datetime'],
  [(cells) => (cells[5] = '2999-01-01'), 'last_active_at: is more than a day ahead'],
  [(cells) => cells.push('moved'), 'has 9 cells, and the header 8'],
  [(cells) => cells.splice(2), 'has 2 cells, and the header 8'],
];

const csvOf = (made: readonly Made[]): string =>
  [header, ...made.map(({ cells }) => cells)].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function refusedOf(made: readonly Made[]): Export['refused'] {
  let line = 2;
  return made.flatMap(({ cells, reason }) => {
    const at = line;
    line += 1 + cells.join('').split('\n').length - 1;
    return reason === undefined ? [] : [{ line: at, reason, cells }];
  });
}
