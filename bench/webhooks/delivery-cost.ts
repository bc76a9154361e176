import { dollars, prices } from '../cost';
import type { Table } from '../table';
import type { CostStep } from './units';

/** Assumed values. The local runtime cannot measure how long a function waits for an endpoint or how much it logs. */
const assumed = { attemptMs: 150, attemptGb: 0.5, logBytes: 1_000 };

/** Each message is sent, received and deleted. */
const sqsRequests = 3;

/** The cost of 1,000 deliveries to endpoints that respond, without the cost of the events themselves. */
export function costTable(steps: readonly CostStep[]): Table {
  const needed = steps
    .filter(([name]) => /^(creating the delivery|an attempt with a 2xx)/.test(name))
    .map(([, units]) => units);
  const sumOf = (part: 'writes' | 'reads') => needed.reduce((sum, units) => sum + units[part], 0);
  const items: [string, number, number, string][] = [
    ['DynamoDB write units', sumOf('writes'), prices.writeUnit, 'measured'],
    ['DynamoDB read units', sumOf('reads'), prices.readUnit, 'measured'],
    ['Lambda invocations', 1, prices.invocation, 'by design'],
    [
      'Lambda GB-seconds',
      (assumed.attemptMs * assumed.attemptGb) / 1000,
      prices.gigabyteSecond,
      'assumed for an endpoint that responds within 100 ms',
    ],
    ['SQS requests', sqsRequests, prices.sqsRequest, 'send, receive and delete (worst case)'],
    ['CloudWatch Logs, KB', assumed.logBytes / 1e3, prices.logKilobyte, 'assumed'],
  ];
  const total = items.reduce((sum, [, amount, price]) => sum + amount * price * 1000, 0);
  return {
    id: 'webhooks-cost',
    title: 'Cost of 1,000 deliveries',
    head: ['item', 'per delivery', 'price per million', 'per 1,000 deliveries', 'source'],
    rows: [
      ...items.map(([name, amount, price, source]) => [
        name,
        Number(amount.toPrecision(3)),
        `$${(price * 1e6).toFixed(3)}`,
        dollars(amount * price * 1000),
        source,
      ]),
      ['**all**', '', '', `**${dollars(total)}**`, ''],
    ],
  };
}
