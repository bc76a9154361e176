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

/** What one send costs in DynamoDB's units, to its Delivery event. */
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
        ['text mail, warm', warm, budgets.text],
        ['20 KB of HTML that compresses to 6 KB, warm', inline, budgets.html],
        ['20 KB of HTML that does not (its content goes to S3), warm', stored, budgets.html],
        ['text mail, first of its minute with this key', firstOfMinute, budgets.text],
        ['text mail, first of the day in a function instance and of the minute', first, budgets.text],
        ['text mail, its first event faster than our own write', earlyEvent, budgets.text],
      ]),
      byCall(warm),
    ];
  } finally {
    await service.stop();
  }
}

/** The other order: the Send event is handled before the function could write that the mail is sent. */
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
  title: 'Capacity of one send with an idempotency key, to its Delivery event',
  head: ['send', 'write units', 'budget', '', 'read units', 'calls'],
  rows: sends.map(([name, rows, budget]) => {
    const writes = writesOf(rows);
    return [name, writes, budget, verdict(writes, budget), readsOf(rows), count(rows.length)];
  }),
});

const byCall = (rows: readonly CallRow[]): Table => ({
  id: 'capacity-calls',
  title: 'The calls of a warm text mail',
  head: ['function', 'call', 'write units', 'read units'],
  rows: rows.map((row) => [
    functionOf(row),
    `${row.service} ${row.operation}`,
    row.write_units,
    row.read_units,
  ]),
});
