import * as cli from '../../packages/cli/src/admin/import/csv-cell';
import * as dashboard from '../../packages/dashboard/src/pages/import/csv-cell';

describe.each([
  ['the command line', cli],
  ['the dashboard', dashboard],
])('a cell that %s writes', (_name, { readCell, writeCell }) => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1', "'+49 30 1"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=HYPERLINK("https://x.test","Hi")', `"'=HYPERLINK(""https://x.test"",""Hi"")"`],
    ['\t=1', `"'\t=1"`],
    [' =1', "' =1"],
  ])('is no formula to a spreadsheet: %j', (cell, written) => {
    expect(writeCell(cell)).toBe(written);
  });

  test.each(['kim@shop.test', '1-5', 'a=b', "'quoted'", "O'Neil", ''])(
    'is otherwise unchanged: %j',
    (cell) => {
      expect(writeCell(cell)).toBe(cell);
      expect(readCell([cell], 0)).toBe(cell);
    },
  );

  test.each(['=1+1', '+49 30 1', '-5', '@SUM(A1)', ' =1'])('is read again as it was: %j', (cell) => {
    expect(readCell([writeCell(cell)], 0).trim()).toBe(cell.trim());
  });
});
