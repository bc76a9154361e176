import * as fc from 'fast-check';
import { CsvReader } from '../../packages/dashboard/src/pages/import/csv';

const readRows = (text: string, chunks: readonly string[] = [text]) => {
  const reader = new CsvReader(',');
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
};

test.each([
  [
    'a,b\nc,d',
    [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['c', 'd'] },
    ],
  ],
  [
    'a,b\r\nc,d\r\n',
    [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['c', 'd'] },
    ],
  ],
  [
    'a\rb',
    [
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['b'] },
    ],
  ],
  ['"a,""b""",c', [{ line: 1, cells: ['a,"b"', 'c'] }]],
  [
    '"a\r\nb",c\nd,e',
    [
      { line: 1, cells: ['a\nb', 'c'] },
      { line: 3, cells: ['d', 'e'] },
    ],
  ],
  ['a "b" c,d', [{ line: 1, cells: ['a "b" c', 'd'] }]],
  ['\n , \na,', [{ line: 3, cells: ['a', ''] }]],
  ['"",a', [{ line: 1, cells: ['', 'a'] }]],
  ['', []],
])('the reader parses %j', (text, rows) => {
  expect(readRows(text)).toEqual(rows);
});

test('an unclosed quote is reported with its line', () => {
  expect(() => readRows('a\n"b\nc')).toThrow('The quote that opens on line 2 is never closed');
});

test('any RFC 4180 text is parsed correctly, in chunks of any size', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ß', '😀', '"', ',', '\n', ' ') });
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, chunkSize) => {
      const text = rows
        .map((row) => row.map((cellText) => `"${cellText.replaceAll('"', '""')}"`).join(','))
        .join('\r\n');
      const chunks = [...text].flatMap((_one, index, characters) =>
        index % chunkSize === 0 ? [characters.slice(index, index + chunkSize).join('')] : [],
      );
      const nonEmptyRows = rows.filter((row) => row.some((cellText) => cellText.trim() !== ''));
      expect(readRows(text, chunks).map(({ cells }) => cells)).toEqual(nonEmptyRows);
    }),
  );
});
