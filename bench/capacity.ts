import { Service, type CallRow } from '../test/support/service';
import {
  advanceToNextMinute,
  functionOf,
  htmlOf,
  delayProviderEvents,
  meteredSend,
  readsOf,
  writesOf,
} from './metered-send';
import { count, verdict, type Table } from './table';

const budgets = { text: 14, html: 20 };

/** Measures the DynamoDB units of one send, up to its Delivery event. */
export async function measureCapacity(): Promise<Table[]> {
  const service = await Service.start();
  try {
    await delayProviderEvents(service);
    await advanceToNextMinute(service);
    const first = await meteredSend(service);
    const warm = await meteredSend(service);
    const inline = await meteredSend(service, { text: undefined, html: htmlOf(20_480, 256) });
    const stored = await meteredSend(service, { text: undefined, html: htmlOf(20_480, 4_096) });
    await advanceToNextMinute(service);
    const firstOfMinute = await meteredSend(service);
    const earlyEvent = await sendWithEarlyEvent(service);
    return [
      summary([
        ['text email, warm', warm, budgets.text],
        ['20 KB of HTML that compresses to 6 KB, warm', inline, budgets.html],
        ['20 KB of HTML that does not compress (content in S3), warm', stored, budgets.html],
        ['text email, first with this API key in the minute', firstOfMinute, budgets.text],
        [
          'text email, first send of the day in a function instance and first in the minute',
          first,
          budgets.text,
        ],
        [
          'text email, if its first event arrives before the function records the send',
          earlyEvent,
          budgets.text,
        ],
      ]),
      byCall(warm),
    ];
  } finally {
    await service.stop();
  }
}

/** Measures a send whose Send event is processed before the function records the email as sent. */
async function sendWithEarlyEvent(service: Service): Promise<CallRow[]> {
  await service.control('DELETE', '/faults');
  const sentWriteDelay = {
    service: 'dynamodb',
    operation: 'UpdateItem',
    function: 'sendEmail',
    delay_ms: 800,
    skip: 1,
  };
  await service.control('POST', '/faults', sentWriteDelay);
  return meteredSend(service);
}

const summary = (sends: [string, CallRow[], number][]): Table => ({
  id: 'capacity',
  title: 'Capacity of one send with an idempotency key, up to its Delivery event',
  head: ['send', 'write units', 'budget', '', 'read units', 'calls'],
  rows: sends.map(([name, rows, budget]) => {
    const writes = writesOf(rows);
    return [name, writes, budget, verdict(writes, budget), readsOf(rows), count(rows.length)];
  }),
});

const byCall = (rows: readonly CallRow[]): Table => ({
  id: 'capacity-calls',
  title: 'The calls of a warm text email',
  head: ['function', 'call', 'write units', 'read units'],
  rows: rows.map((row) => [
    functionOf(row),
    `${row.service} ${row.operation}`,
    row.write_units,
    row.read_units,
  ]),
});
