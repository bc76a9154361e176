import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readHeaderBlock } from '../../shared/text/mail/header-block';
import { parseParameters } from '../../shared/text/mail/parameters';
import { parseMail } from '../../shared/text/mail/parse-mail';
import known from './known/header-vectors.json';

interface Vector<Expected> {
  header: string;
  expected: Expected | null;
}

const folder = resolve(process.env.CORPUS ?? '', 'mime', 'vectors');
const knownFailures = new Set(Object.keys(known));

function readVectors<Expected>(name: string): Vector<Expected>[] {
  const actual: Vector<Expected>[] = JSON.parse(readFileSync(join(folder, `stalwart__${name}.json`), 'utf8'));
  return actual;
}

const parseHeader = (name: string, header: string) => parseMail(Buffer.from(`${name}: ${header}\n\n`));

const withoutBlanks = (text: string): string => text.replace(/\s/g, '');

interface VectorResult {
  id: string;
  actual: unknown;
  expected: unknown;
}

const idResults = readVectors<string[]>('id').map(({ header, expected }, index): VectorResult => {
  const ids = parseHeader('References', header).references;
  return { id: `id ${index}`, actual: ids, expected: (expected ?? []).map((id) => `<${withoutBlanks(id)}>`) };
});

interface ExpectedAddress {
  name: string | null;
  address: string | null;
}

interface ExpectedList {
  List?: ExpectedAddress[];
  Group?: { addresses: ExpectedAddress[] }[];
}

const addressResults = readVectors<ExpectedList>('address').flatMap(
  ({ header, expected }, index): VectorResult[] => {
    const mailboxes = expected?.List ?? expected?.Group?.flatMap(({ addresses }) => addresses) ?? [];
    const named = mailboxes.filter(({ address }) => address !== null);
    const addresses = named.map(({ address }) => withoutBlanks(address ?? ''));
    return [
      { id: `address ${index}`, actual: parseHeader('To', header).to, expected: addresses },
      {
        id: `name ${index}`,
        actual: parseHeader('From', header).from?.name ?? '',
        expected: named[0]?.name?.trim() ?? '',
      },
    ];
  },
);

interface ExpectedDate {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  tz_before_gmt: boolean;
  tz_hour: number;
  tz_minute: number;
}

function toIsoTime({ year, month, day, hour, minute, second, ...zone }: ExpectedDate): string {
  const offset = (zone.tz_before_gmt ? -1 : 1) * (zone.tz_hour * 60 + zone.tz_minute);
  return new Date(Date.UTC(year, month - 1, day, hour, minute - offset, second)).toISOString();
}

const dateResults = readVectors<ExpectedDate>('date').map(({ header, expected }, index): VectorResult => {
  const { date } = parseHeader('Date', header);
  return { id: `date ${index}`, actual: date, expected: expected && toIsoTime(expected) };
});

interface ExpectedType {
  c_type: string;
  c_subtype: string | null;
  attributes?: [string, string][] | null;
}

/** The parsed types and parameters, without the parameters of invalid types, which the service never uses. */
const typeResults = readVectors<ExpectedType>('content_type').flatMap(
  ({ header, expected }, index): VectorResult[] => {
    const [field] = readHeaderBlock(Buffer.from(`Content-Type: ${header}\n`), 0).fields;
    const { value, params } = parseParameters(field?.bytes ?? '');
    const type = expected && [expected.c_type, expected.c_subtype].filter((part) => part !== null).join('/');
    const expectedParams = (expected?.attributes ?? []).filter(([name]) => !name.endsWith('-language'));
    const sortedPairs = (pairs: Iterable<[string, string]>) =>
      [...pairs].filter(([, text]) => text.trim() !== '').sort();
    return [
      ...(type
        ? [
            {
              id: `type ${index}`,
              actual: withoutBlanks(value).replace(/\/$/, '').toLowerCase(),
              expected: type,
            },
          ]
        : []),
      ...(type
        ? [{ id: `parameters ${index}`, actual: sortedPairs(params), expected: sortedPairs(expectedParams) }]
        : []),
    ];
  },
);

const results = [...idResults, ...addressResults, ...dateResults, ...typeResults];

test.each(results.filter(({ id }) => !knownFailures.has(id)))('$id is parsed', ({ actual, expected }) => {
  expect(actual).toEqual(expected);
});

test.each(results.filter(({ id }) => knownFailures.has(id)))('$id still fails', ({ actual, expected }) => {
  expect(actual).not.toEqual(expected);
});

test('every known failure is a vector of the corpus', () => {
  const ids = results.map(({ id }) => id);

  expect([...knownFailures].filter((id) => !ids.includes(id))).toEqual([]);
});

test('at least 90 % of the vectors are parsed as expected', () => {
  expect(1 - knownFailures.size / results.length).toBeGreaterThanOrEqual(0.9);
});
