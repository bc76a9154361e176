import { Service, type CallRow } from '../test/support/service';
import { aBulkSender, sendMany, type Sender } from './load';
import { functionOf, readsOf } from './metered-send';
import { count, type Table } from './table';

const mails = 1_000;

/** What it costs to look at the log. */
export async function measureLog(): Promise<Table[]> {
  const service = await Service.start();
  try {
    const sender = await aBulkSender(service);
    await sendMany(service, sender, { mails, concurrency: 16 });
    await service.settle();
    const pages = await readAll(service, sender);
    const row = (name: string, calls: CallRow[]) => [
      name,
      count(queriesOf(calls).length),
      count(readsOf(queriesOf(calls))),
      count(readsOf(calls)),
    ];
    return [
      {
        id: 'log',
        title: `The log of a workspace with ${count(mails)} mails of one day, 50 a page`,
        head: ['page', 'queries', 'their read units', 'read units with the credential'],
        rows: [
          row('first', pages[0] ?? []),
          row('second', pages[1] ?? []),
          row('last', pages.at(-1) ?? []),
          row(`all ${pages.length}`, pages.flat()),
        ],
      },
    ];
  } finally {
    await service.stop();
  }
}

/** The calls of each page, from the newest mail to the oldest. */
async function readAll(service: Service, { key }: Sender): Promise<CallRow[][]> {
  const pages: CallRow[][] = [];
  let cursor: string | null = '';
  do {
    const page = await service.api('GET', `/v1/emails?limit=50&cursor=${cursor}`, { key });
    const calls = (await service.calls()).filter((row) => functionOf(row) === 'listEmails');
    const known = new Set(pages.flat().map(({ request_id }) => request_id));
    pages.push(calls.filter(({ request_id }) => !known.has(request_id)));
    cursor = page.body.next_cursor;
  } while (cursor);
  return pages;
}

const queriesOf = (calls: CallRow[]): CallRow[] => calls.filter(({ operation }) => operation === 'Query');
