import { writesOf } from '../metered-send';
import { count, verdict, type Table } from '../table';
import { aRow } from './fill';
import { measured, times, type People } from './measured';

const importedRows = 5_000;
/** Those who come by these imports. */
export const imported = 2 * importedRows + 2;
/** Each request is counted, whatever it asks for. */
const allowanceOfRequest = 1;

export const measureWrites = async (people: People): Promise<Table> => ({
  id: 'people-writes',
  title: `Adding people, and imports of ${count(importedRows)} rows`,
  head: ['what', 'write units each', 'budget', '', 'seconds', 'CPU seconds of functions', 'of the engine'],
  rows: await measureImports(people),
});

async function measureImports(people: People): Promise<(string | number)[][]> {
  const { everyone } = people;
  const path = `/v1/audiences/${everyone}/contacts`;
  const row = async (what: string, budget: number, body: unknown): Promise<(string | number)[]> => {
    const one = await measured(people, /^addMembers$/, 'POST', path, { body });
    if (one.status !== 201) throw new Error(`${what}: ${JSON.stringify(one.body)}`);
    const each = (writesOf(one.calls) - allowanceOfRequest) / (Array.isArray(body) ? body.length : 1);
    return [what, each.toFixed(2), budget, verdict(Number(each.toFixed(2)), budget), ...times(one)];
  };
  // The first has its function started.
  await row('', 0, { email: 'first@example.com' });
  const rows = Array.from({ length: importedRows }, (_, index) => aRow(index));
  const optOuts = rows.map(({ email }) => ({ email: `left-${email}`, status: 'unsubscribed' }));
  return [
    await row('one person, new', 5, { email: 'kim@example.com', first_name: 'Kim' }),
    await row('one person, known', 5, { email: 'kim@example.com', first_name: 'Kimberly' }),
    await row('a new row', 5, rows),
    await row('the same row again', 1, rows),
    await row('a row that opts out', 8, optOuts),
  ];
}
