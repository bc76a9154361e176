import type { Templates } from '../../../../lib/rules/template';
import { addUsage, multiplyUsage, priceOf, pricesAsOf, usageEntries, type Usage } from './meters';
import { emailUsage, usageAtRest } from './usage';

const volumes = [10_000, 100_000, 1_000_000];

/** Returns the costs per month of a deployment with these templates, as a text with aligned columns. */
export function formatCosts(templates: Templates): string {
  const atRest = usageAtRest(templates);
  const rows: [name: string, ...cells: string[]][] = [
    ['USD a month', 'list price', 'with free tiers'],
    ...usageEntries(atRest).map(([name, units]): [string, string, string] => [
      `${formatUnits(units)} ${name}`,
      ...pricesOf({ [name]: units }),
    ]),
    ['without emails', ...pricesOf(atRest)],
    ...volumes.map((count): [string, string, string] => [
      `${count.toLocaleString('en-US')} emails`,
      ...pricesOf(addUsage(atRest, multiplyUsage(emailUsage, count))),
    ]),
  ];
  return `${formatTable(rows)}\n\n${note}\n`;
}

const note =
  `List prices of us-east-1 as of ${pricesAsOf}, not compared with a bill. An email is a text email to one recipient;\n` +
  'SES costs 0.16 per 1,000 emails of it. Not included: stored data, data transfer, flow logs and Container Insights.';

const pricesOf = (usage: Usage): [string, string] => [
  priceOf(usage, { withFreeTiers: false }).toFixed(2),
  priceOf(usage, { withFreeTiers: true }).toFixed(2),
];

const formatUnits = (units: number): string => Math.round(units).toLocaleString('en-US');

function formatTable(rows: readonly [string, ...string[]][]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
