import { Service, type CallRow } from '../test/support/service';
import { advanceToNextMinute, recordCalls, meteredSend } from './metered-send';
import { verdict, type Table } from './table';

const budget = 4;

/** The delay of each call, long enough that concurrent calls overlap. */
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

/** Measures the number of sequential round trips of the send function. */
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
          ['the submission to SES', submitIndex, budget, verdict(submitIndex, budget)],
          ['the response', waves.length, '-', ''],
        ],
      },
      {
        id: 'round-trips-waves',
        title: 'Concurrent calls',
        head: ['round trip', 'calls'],
        rows: waves.map((wave, index) => [index + 1, wave.map(({ operation }) => operation).join(' + ')]),
      },
    ];
  } finally {
    await service.stop();
  }
}

/** The calls of a warm send, grouped into waves of concurrent calls. */
export async function wavesOfSend(service: Service): Promise<CallRow[][]> {
  await advanceToNextMinute(service);
  await meteredSend(service);
  return wavesOfCall(service, 'sendEmail', () => meteredSend(service));
}

/** The calls of a function during `call`, grouped into waves of concurrent calls. */
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

/** A wave ends when its first call ends, because later calls may depend on the response to that call. */
function wavesOf(rows: readonly CallRow[]): CallRow[][] {
  const waves: CallRow[][] = [];
  let endsAt = -Infinity;
  for (const row of rows.toSorted((a, b) => startOf(a) - startOf(b))) {
    // Allow 1 ms, because the call log truncates times to milliseconds.
    if (startOf(row) >= endsAt - 1) {
      waves.push([]);
      endsAt = startOf(row) + row.duration_ms;
    }
    waves.at(-1)?.push(row);
  }
  return waves;
}

const startOf = ({ at }: CallRow): number => Date.parse(at);
