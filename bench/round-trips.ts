import { Service, type CallRow } from '../test/support/service';
import { advanceToNextMinute, recordCalls, meteredSend } from './metered-send';
import { verdict, type Table } from './table';

const budget = 4;

/** Calls that wait this long overlap visibly when they run at the same time. */
const delayMs = 600;

const delayedOperations = [
  'GetItem',
  'UpdateItem',
  'PutItem',
  'Query',
  'BatchGetItem',
  'BatchWriteItem',
  'TransactWriteItems',
];

/** How many times the send function waits for an answer, one after the other. */
export async function measureRoundTrips(): Promise<Table[]> {
  const service = await Service.start();
  try {
    const waves = await wavesOfSend(service);
    const submitIndex = waves.findIndex((wave) => wave.some(({ operation }) => operation === 'SendEmail'));
    return [
      {
        id: 'round-trips',
        title: 'Sequential round trips of a warm send with an idempotency key',
        head: ['until', 'round trips', 'budget', ''],
        rows: [
          ['the hand-over to SES', submitIndex, budget, verdict(submitIndex, budget)],
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
  await advanceToNextMinute(service);
  await meteredSend(service);
  return wavesOfCall(service, 'sendEmail', () => meteredSend(service));
}

/** The calls that a function makes meanwhile, those together that waited at the same time. */
export async function wavesOfCall(
  service: Service,
  name: string,
  call: () => Promise<unknown>,
): Promise<CallRow[][]> {
  const delay = { function: name, delay_ms: delayMs };
  for (const operation of delayedOperations)
    await service.control('POST', '/faults', { service: 'dynamodb', operation, ...delay });
  await service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', ...delay });
  const rows = await recordCalls(service, name, call);
  await service.control('DELETE', '/faults');
  return wavesOf(rows);
}

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
