import { dollars, prices } from '../cost';
import type { Table } from '../table';
import type { CostStep } from './units';

/** What the local runtime cannot measure: how long an endpoint lets a function wait, and what is logged. */
const assumed = { attemptMs: 150, attemptGb: 0.5, logBytes: 1_000 };

/** The message is sent, received and deleted. */
const sqsRequests = 3;

/** $0.03 for 10,000 */
const kmsRequest = 3e-6;

/** 1,000 deliveries to endpoints that answer, beyond the events that they tell of. */
export function costTable(steps: readonly CostStep[]): Table {
  const needed = steps
    .filter(([name]) => /^(owing|an attempt that gets)/.test(name))
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
      'assumed: an endpoint that answers within 100 ms',
    ],
    ['SQS requests', sqsRequests, prices.sqsRequest, 'send, receive, delete: the worst case'],
    ['KMS requests', 1, kmsRequest, 'the worst case: a function instance opens each secret once'],
    ['CloudWatch Logs, KB', assumed.logBytes / 1e3, prices.logKilobyte, 'assumed'],
  ];
  const total = items.reduce((sum, [, amount, price]) => sum + amount * price * 1000, 0);
  return {
    id: 'webhooks-cost',
    title: 'Own cost of 1,000 deliveries',
    head: ['item', 'per delivery', 'price of a million', 'per 1,000 deliveries', 'amount is'],
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
