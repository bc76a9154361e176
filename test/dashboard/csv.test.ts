import * as fc from 'fast-check';
import { CsvReader } from '../../packages/dashboard/src/pages/import/csv';

const read = (text: string, pieces: readonly string[] = [text]) => {
  const reader = new CsvReader(',');
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
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
])('%j is read', (text, rows) => {
  expect(read(text)).toEqual(rows);
});

test('a quote that is never closed is told with its line', () => {
  expect(() => read('a\n"b\nc')).toThrow('The quote that opens on line 2 is never closed');
});

test('whatever is written as RFC 4180 has it is read again, however it is cut into pieces', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ß', '😀', '"', ',', '\n', ' ') });
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, size) => {
      const text = rows
        .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
        .join('\r\n');
      const pieces = [...text].flatMap((_one, at, all) =>
        at % size === 0 ? [all.slice(at, at + size).join('')] : [],
      );
      const kept = rows.filter((row) => row.some((one) => one.trim() !== ''));
      expect(read(text, pieces).map(({ cells }) => cells)).toEqual(kept);
    }),
  );
});
