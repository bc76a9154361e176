import * as fc from 'fast-check';
import { guessColumns } from '../../packages/import/src/columns';
import { decodeText } from '../../packages/import/src/decode-text';
import { formatRefusedRows, planImport } from '../../packages/import/src/plan-import';
import { readTable, type CsvTable } from '../../packages/import/src/read-table';

/** Yields the bytes in chunks, as a file system does. */
async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function decode(bytes: readonly number[] | Buffer, encoding?: string, chunkSize = 3): Promise<string> {
  let text = '';
  for await (const part of decodeText(chunksOf(Buffer.from(bytes), chunkSize), encoding)) text += part;
  return text;
}

const tableOf = (
  content: string | Buffer,
  { encoding, chunkSize = 7 }: { encoding?: string; chunkSize?: number } = {},
) => readTable({ name: 'people.csv', read: () => chunksOf(Buffer.from(content), chunkSize), encoding });

async function rowsOf({ rows }: CsvTable) {
  const all = [];
  for await (const chunk of rows()) all.push(...chunk);
  return all;
}

describe('bytes are decoded (AU-21)', () => {
  const windows1252 =
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' +
    Array.from({ length: 0x60 }, (_one, index) => String.fromCharCode(0xa0 + index)).join('');

  test.each(['windows-1252', 'Windows-1252', 'cp1252', 'latin1', 'iso-8859-1', ' ISO-8859-1 ', 'ascii'])(
    'as %s, with the right character for each byte from 80 to FF',
    async (label) => {
      const bytes = Array.from({ length: 0x80 }, (_one, index) => 0x80 + index);

      expect(await decode(bytes, label)).toBe(windows1252);
    },
  );

  test.each([
    ['UTF-8', Buffer.from('\uFEFFZoë,Łódź')],
    ['UTF-16LE', Buffer.from('\uFEFFZoë,Łódź', 'utf16le')],
    ['UTF-16BE', Buffer.from('\uFEFFZoë,Łódź', 'utf16le').swap16()],
  ])(
    'as %s if the file begins with its byte order mark, even with another encoding',
    async (_name, bytes) => {
      expect(await decode(bytes)).toBe('Zoë,Łódź');
      expect(await decode(bytes, 'windows-1252')).toBe('Zoë,Łódź');
    },
  );

  test.each([
    ['windows-1250', [0xb3, 0x9c], 'łś'],
    ['windows-1251', [0xcf, 0xe8], 'Пи'],
    ['macintosh', [0x8e, 0xd2], 'é“'],
    ['iso-8859-2', [0xb3, 0xb6], 'łś'],
  ])('as %s', async (label, bytes, text) => {
    expect(await decode(bytes, label)).toBe(text);
  });

  test('with any kind of line break, even between two chunks, and without NUL characters', async () => {
    expect(await decode(Buffer.from('a\r\nb\rc\n\0d'), 'utf-8', 2)).toBe('a\nb\nc\n\ufffdd');
    expect(await decode(Buffer.from('a\r'), 'utf-8', 1)).toBe('a\n');
  });

  test('unless they are in another encoding', async () => {
    await expect(decode([0xe9, 0x2c])).rejects.toThrow('The file is not UTF-8. Save the file as UTF-8');
    await expect(decode([0x61], 'morse')).rejects.toThrow('"morse" is not supported');
  });
});

describe('rows', () => {
  test.each([
    ['h,i\na,b', [{ line: 2, cells: ['a', 'b'] }]],
    [
      'h\ra\rb',
      [
        { line: 2, cells: ['a'] },
        { line: 3, cells: ['b'] },
      ],
    ],
    ['h,i\n"a,""b""",c', [{ line: 2, cells: ['a,"b"', 'c'] }]],
    [
      'h,i\n"a\r\nb",c\nd,e',
      [
        { line: 2, cells: ['a\nb', 'c'] },
        { line: 4, cells: ['d', 'e'] },
      ],
    ],
    ['h,i\na "b" c,d', [{ line: 2, cells: ['a "b" c', 'd'] }]],
    ['h,i\n"Joe "JJ" Doe",d', [{ line: 2, cells: ['Joe "JJ" Doe', 'd'] }]],
    ['\nh,i\n , \na,', [{ line: 4, cells: ['a', ''] }]],
    ['sep=;\nh;i\na,b;c', [{ line: 3, cells: ['a,b', 'c'] }]],
    ['"sep=|"\r\nh|i\r\na|b', [{ line: 3, cells: ['a', 'b'] }]],
  ])('of %j are read', async (text, rows) => {
    expect(await rowsOf(await tableOf(text))).toEqual(rows);
  });

  test('with a quote in each of many rows are read in a time that grows with the file', async () => {
    const content = `h\n${'"Joe "JJ" Doe"\n'.repeat(40_000)}`;
    const startMs = performance.now();

    expect((await tableOf(content, { chunkSize: 1_000_000 })).rowCount).toBe(40_000);
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });

  test.each([
    ['h\n"b\nc', 'The cell that begins with a quote on line 2 has no closing quote'],
    ['h,i\n"a"b,c\n"d",e', 'The cell on line 2 has a quote in its text. Write such a quote twice'],
    ['', 'The file is empty'],
    ['\n \n', 'The file is empty'],
    [`h\n"${'x'.repeat(1_000_001)}`, 'has more than 1,000,000 characters'],
  ])('of %j are refused', async (text, message) => {
    await expect(tableOf(text, { chunkSize: 65_536 })).rejects.toThrow(message);
  });

  test('are the same as in any RFC 4180 file, in chunks of any size', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ß', '😀', '"', ',', '\n', ' ') });
    const cells = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(cells, fc.integer({ min: 1, max: 9 }), async (rows, chunkSize) => {
        const text = [['a', 'b'], ...rows]
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        const filled = rows.filter((row) => row.some((value) => value.trim() !== ''));
        expect((await rowsOf(await tableOf(text, { chunkSize }))).map((row) => row.cells)).toEqual(filled);
      }),
    );
  });
});

describe('columns (AU-22)', () => {
  const header = (count: number): string =>
    Array.from({ length: count }, (_one, index) => `c${index}`).join(';');

  test('can be 1,000, not counting the unnamed columns at the end', async () => {
    expect((await tableOf(`${header(1_000)};;;\na`, { chunkSize: 65_536 })).header).toHaveLength(1_000);
    await expect(tableOf(`${header(1_001)}\na`, { chunkSize: 65_536 })).rejects.toThrow(
      'more than 1,000 columns',
    );
  });

  test.each([100_000, 200_000])('are refused within a second if there are %d', async (count) => {
    const [plain, separated] = [header(count), `sep=;\n${header(count)}`];
    const start = performance.now();

    await expect(tableOf(`${plain}\n${plain}`, { chunkSize: 65_536 })).rejects.toThrow('columns');
    expect(performance.now() - start).toBeLessThan(1_000);
    await expect(tableOf(separated, { chunkSize: 65_536 })).rejects.toThrow(/columns|characters/);
  });
});

test('a file of refused rows contains no formula, and has the original cells when it is imported again (AU-27)', async () => {
  const cells = ['nobody', '=1+1', '+1', '-1', '@a', '\tx', ' =1', "'=1", "it's", '1-5', 'a=b'];
  const names = ['Email', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
  const text = formatRefusedRows(names, [{ line: 2, reason: 'email: not an email address', cells }]);
  const table = await tableOf(text);

  expect(text).toContain(`nobody,'=1+1,'+1,'-1,'@a,"'\tx",' =1,''=1,it's,1-5,a=b\r\n`);
  expect((await rowsOf(table))[0]?.cells.slice(2)).toEqual(cells);
  expect(guessColumns(table.header, {}).map(({ target }) => target)).toEqual([
    ...['none', 'none', 'email'],
    ...names.slice(1).map((name) => `attributes.${name}`),
  ]);
});

describe('a value of a property (AU-26)', () => {
  const types = new Map([
    ['n', 'number'],
    ['b', 'boolean'],
  ] as const);

  const read = async (row: string, keepsText = false) => {
    const table = await tableOf(`Email;n;b\na@b.test;${row}`);
    const plan = await planImport(table, { columns: guessColumns(table.header, {}), types, keepsText });
    return plan.refused[0]?.reason ?? plan.parts[0]?.[0]?.contact.attributes;
  };

  test.each([
    '1,234.50',
    '1.234,50',
    '0x10',
    '0b1',
    '1e400',
    'Infinity',
    '1_000',
    '12 kg',
    '9007199254740993',
  ])('is refused if %j is to be a number', async (text) => {
    expect(await read(`${text};`)).toBe(`attributes.n: "${text}" must be a number such as 1234.5`);
    expect(await read(`${text};`, true)).toEqual({ n: text });
  });

  test.each(['wahr', 'on', 'y', '2'])('is refused if %j is to be a boolean', async (text) => {
    expect(await read(`;${text}`)).toBe(`attributes.b: "${text}" must be true or false`);
    expect(await read(`;${text}`, true)).toEqual({ b: text });
  });

  test.each(['1234.50;TRUE', '-.5;no', '+1e3;0', '0;1'])('is accepted in %j', async (row) => {
    const [n, b] = row.split(';');
    expect(await read(row)).toEqual({ n, b });
  });
});
