import { Service, type CallRow } from '../test/support/service';
import { beginMinute, functionOf, meteredSend } from './metered-send';
import { verdict, type Table } from './table';

const budget = 4;

/** Calls that wait this long overlap visibly when they run at the same time. */
const delayMs = 600;

const delayed = ['GetItem', 'UpdateItem', 'PutItem', 'BatchGetItem', 'BatchWriteItem'];

/** How many times the send function waits for an answer, one after the other. */
export async function measureRoundTrips(): Promise<Table[]> {
  const service = await Service.start();
  try {
    const waves = await wavesOfSend(service);
    const handOver = waves.findIndex((wave) => wave.some(({ operation }) => operation === 'SendEmail'));
    return [
      {
        id: 'round-trips',
        title: 'Sequential round trips of a warm send with an idempotency key',
        head: ['until', 'round trips', 'budget', ''],
        rows: [
          ['the hand-over to SES', handOver, budget, verdict(handOver, budget)],
          ['the answer', waves.length, '-', ''],
        ],
      },
      {
        id: 'round-trips-waves',
        title: 'What runs at the same time',
        head: ['round trip', 'calls'],
        rows: waves.map((wave, index) => [index + 1, wave.map(({ operation }) => operation).join(' + ')]),
      },
    ];
  } finally {
    await service.stop();
  }
}

/** The calls of a warm send, those together that waited at the same time. */
export async function wavesOfSend(service: Service): Promise<CallRow[][]> {
  await beginMinute(service);
  await meteredSend(service);
  for (const operation of delayed) await delay(service, 'dynamodb', operation);
  await delay(service, 'sesv2', 'SendEmail');
  const rows = await meteredSend(service);
  await service.control('DELETE', '/faults');
  return wavesOf(rows.filter((row) => functionOf(row) === 'sendEmail'));
}

const delay = (service: Service, name: string, operation: string): Promise<unknown> =>
  service.control('POST', '/faults', { service: name, operation, function: 'sendEmail', delay_ms: delayMs });

/** A wave ends with its first call: what begins later may have needed its answer. */
function wavesOf(rows: readonly CallRow[]): CallRow[][] {
  const waves: CallRow[][] = [];
  let endsAt = -Infinity;
  for (const row of rows.toSorted((a, b) => startOf(a) - startOf(b))) {
    // The journal cuts off parts of a millisecond.
    if (startOf(row) >= endsAt - 1) {
      waves.push([]);
      endsAt = startOf(row) + row.duration_ms;
    }
    waves.at(-1)?.push(row);
  }
  return waves;
}

const startOf = ({ at }: CallRow): number => Date.parse(at);
