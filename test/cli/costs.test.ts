import { readFileSync } from 'node:fs';
import { priceOf, type Usage } from '../../packages/cli/src/costs/meters';
import { formatCosts } from '../../packages/cli/src/costs/report';
import { emailUsage, usageAtRest } from '../../packages/cli/src/costs/usage';
import { synthesizeEach } from '../infra/support/synthesize';
import type { Templates } from '../infra/support/templates';

let economy: Templates;
let economyWithKey: Templates;
let full: Templates;

beforeAll(async () => {
  [economy, economyWithKey, full] = await synthesizeEach([
    { stage: 'prod' },
    { stage: 'prod', customerKey: true },
    { stage: 'prod', preset: 'full' },
  ]);
});

const listPrice = (usage: Usage) => priceOf(usage, { withFreeTiers: false });

test('economy costs less than $4.30 a month without emails, and customerKey adds a dollar', () => {
  expect(listPrice(usageAtRest(economy))).toBeCloseTo(4.23, 2);
  expect(listPrice(usageAtRest(economyWithKey))).toBeCloseTo(5.23, 2);
});

test('full adds its load balancer, two tasks with addresses, a web ACL with two rules and its alarms', () => {
  const [atRest, added] = [usageAtRest(economy), usageAtRest(full)];

  expect(added).toMatchObject({
    'CloudWatch alarms': 44,
    'load balancer hours': 720,
    'Fargate vCPU hours (arm64)': 720,
    'Fargate GB hours (arm64)': 1_440,
    'IPv4 address hours': 1_440,
    'web ACLs': 1,
    'web ACL rules': 2,
  });
  expect(added['SQS requests']).toBe(atRest['SQS requests']);
});

test('the free tiers are subtracted from each meter, but never below zero', () => {
  const usage: Usage = { 'CloudWatch alarms': 9, 'SQS requests': 1_500_000 };

  expect(priceOf(usage, { withFreeTiers: true })).toBeCloseTo(0.2, 10);
  expect(priceOf({ 'CloudWatch alarms': 11 }, { withFreeTiers: true })).toBeCloseTo(0.1, 10);
});

test('1,000 emails cost what docs/deploying.md says, plus SES', () => {
  const { 'SES emails': emails, ...withoutSes } = emailUsage;

  expect(emails).toBe(1);
  expect((1_000 * listPrice(withoutSes)).toFixed(4)).toBe('0.0213');
});

test('docs/deploying.md shows the output for the default settings', () => {
  expect(readFileSync('docs/deploying.md', 'utf8')).toContain(
    `\`\`\`\n${formatCosts(economy).trim()}\n\`\`\``,
  );
});
