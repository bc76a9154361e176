import { Service, type ApiResponse } from '../test/support/service';
import { createFilledLog, type LogSize } from './fill-log';
import type { Sender } from './load';
import { functionOf, readsOf } from './metered-send';
import { count, median, verdict, type Table } from './table';

export const readUnitsMax = 30;

const logs: readonly LogSize[] = [
  { mails: 400, days: 1 },
  { mails: 400, days: 30 },
  { mails: 20_000, days: 1 },
  { mails: 20_000, days: 30 },
];

const pageSizes = [50, 100];

/** Measures the read units of pages of the log. */
export async function measureLog(): Promise<Table[]> {
  const service = await Service.start();
  const rows: (string | number)[][] = [];
  try {
    for (const log of logs) {
      const sender = await createFilledLog(service, log);
      for (const limit of pageSizes)
        rows.push(rowOf(log, limit, await readPages(service, sender, { limit })));
    }
  } finally {
    await service.stop();
  }
  return [
    {
      id: 'log',
      title: 'Read units per page of the log, including the read of the API key',
      head: ['emails', 'days', 'page size', 'pages', 'first page', 'median', 'maximum', 'budget', ''],
      rows,
    },
  ];
}

function rowOf({ mails, days }: LogSize, limit: number, pages: readonly Page[]): (string | number)[] {
  const units = pages.map((page) => page.units);
  const unitsMax = Math.max(...units);
  const read = [units[0] ?? 0, median(units), unitsMax];
  return [
    ...[mails, days, limit, pages.length, ...read, readUnitsMax].map(count),
    verdict(unitsMax, readUnitsMax),
  ];
}

interface Page {
  mails: number;
  units: number;
}

/** Reads the pages of the log, newest email first. */
export async function readPages(
  service: Service,
  { key }: Sender,
  { limit, pagesMax = Infinity }: { limit: number; pagesMax?: number },
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = '';
  while (cursor !== null && pages.length < pagesMax) {
    const since: string = await service.now();
    const { status, body }: ApiResponse = await service.api(
      'GET',
      `/v1/emails?limit=${limit}&cursor=${cursor}`,
      {
        key,
      },
    );
    if (status !== 200)
      throw new Error(`The API refused the request for a page of the log: ${JSON.stringify(body)}`);
    const calls = (await service.calls(since)).filter((row) => functionOf(row) === 'listEmails');
    pages.push({ mails: body.data.length, units: readsOf(calls) });
    cursor = body.next_cursor;
  }
  return pages;
}
