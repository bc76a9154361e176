import { writesOf } from '../metered-send';
import { count, verdict, type Table } from '../table';
import { contactRow } from './fill';
import { measureRequest, formatTimes, type PeopleFixture } from './measure-request';

const importedRows = 5_000;
/** The number of contacts that `measureImports` adds. */
export const importedContacts = 2 * importedRows + 2;
/** The pipeline's write for the request counter. */
const requestCounterWrites = 1;

export const measureWrites = async (people: PeopleFixture): Promise<Table> => ({
  id: 'people-writes',
  title: `Adding contacts one at a time and by imports of ${count(importedRows)} rows`,
  head: [
    'operation',
    'write units per contact',
    'budget',
    '',
    'seconds',
    'CPU seconds of functions',
    'CPU seconds of the engine',
  ],
  rows: await measureImports(people),
});

async function measureImports(people: PeopleFixture): Promise<(string | number)[][]> {
  const { everyoneAudienceId } = people;
  const path = `/v1/audiences/${everyoneAudienceId}/contacts`;
  const row = async (label: string, budget: number, body: unknown): Promise<(string | number)[]> => {
    const measurement = await measureRequest(people, /^addMembers$/, 'POST', path, { body });
    if (measurement.status !== 201) throw new Error(`${label}: ${JSON.stringify(measurement.body)}`);
    const each =
      (writesOf(measurement.calls) - requestCounterWrites) / (Array.isArray(body) ? body.length : 1);
    return [
      label,
      each.toFixed(2),
      budget,
      verdict(Number(each.toFixed(2)), budget),
      ...formatTimes(measurement),
    ];
  };
  // The first request starts the function.
  await row('', 0, { email: 'first@example.com' });
  const rows = Array.from({ length: importedRows }, (_, index) => contactRow(index));
  const optOuts = rows.map(({ email }) => ({ email: `left-${email}`, status: 'unsubscribed' }));
  return [
    await row('one new contact', 5, { email: 'kim@example.com', first_name: 'Kim' }),
    await row('one existing contact', 5, { email: 'kim@example.com', first_name: 'Kimberly' }),
    await row('a new row', 5, rows),
    await row('the same row again', 1, rows),
    await row('a row that opts out', 8, optOuts),
  ];
}
