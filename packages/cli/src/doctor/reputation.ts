import { callWithTimeout } from './call-with-timeout';
import { describeCall, consolePage } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';

const action = 'cloudwatch:GetMetricData';
const dayMs = 86_400_000;

/** The rates at which AWS reviews, and may pause, an account: "Reputation metrics messages" in the SES guide. */
const rates = [
  {
    id: 'bounces',
    metric: 'Reputation.BounceRate',
    verb: 'bounce',
    reviewThreshold: 0.05,
    pauseThreshold: 0.1,
  },
  {
    id: 'complaints',
    metric: 'Reputation.ComplaintRate',
    verb: 'cause complaints',
    reviewThreshold: 0.001,
    pauseThreshold: 0.005,
  },
] as const;

type Rate = (typeof rates)[number];

const createCheck = (rate: Rate): Check => ({
  id: `reputation.${rate.id}`,
  title: `few emails ${rate.verb}`,
  only: 'deployed',
  needs: ['account.credentials', 'account.region'],
  run: async (ctx) => {
    const value = await fetchLatest(ctx, rate.metric);
    const seen = value === undefined ? 'SES reports no rate' : percent(value);
    const evidence = `${describeCall(ctx, action, rate.metric)}: ${seen}`;
    const isHigh = value !== undefined && value >= rate.reviewThreshold;
    return observation(seen, evidence, isHigh ? [highRateFinding(ctx, rate, value, evidence)] : []);
  },
});

export const [bounces, complaints] = [createCheck(rates[0]), createCheck(rates[1])];

async function fetchLatest(ctx: DoctorContext, MetricName: string): Promise<number | undefined> {
  const { CloudWatchClient, GetMetricDataCommand } = await import('@aws-sdk/client-cloudwatch');
  const client = new CloudWatchClient(ctx.client());
  const Metric = { Namespace: 'AWS/SES', MetricName };
  const now = Date.now();
  const command = new GetMetricDataCommand({
    MetricDataQueries: [{ Id: 'rate', MetricStat: { Metric, Period: 3_600, Stat: 'Maximum' } }],
    StartTime: new Date(now - dayMs),
    EndTime: new Date(now),
    ScanBy: 'TimestampDescending',
  });
  const { MetricDataResults = [] } = await callWithTimeout(action, (abortSignal) =>
    client.send(command, { abortSignal }),
  );
  return MetricDataResults[0]?.Values?.[0];
}

const percent = (value: number): string => `${Number((100 * value).toFixed(2))} %`;

const highRateFinding = (
  ctx: DoctorContext,
  { verb, reviewThreshold, pauseThreshold }: Rate,
  value: number,
  evidence: string,
): Finding => ({
  outcome: value >= pauseThreshold ? 'fail' : 'warn',
  subject: 'the SES account',
  problem: `too many emails ${verb}: AWS reviews accounts at ${percent(reviewThreshold)} or more, and may pause them at ${percent(pauseThreshold)} or more`,
  evidence,
  fix: `See docs/runbook.md#reputation and ${consolePage(ctx, 'ses/home', 'reputation')}`,
});
