import { ask } from './ask';
import { asked, consolePage } from './aws-command';
import { looked, type Check, type Finding } from './check';
import type { Ctx } from './context';

const action = 'cloudwatch:GetMetricData';
const dayMs = 86_400_000;

/** Where AWS begins a review, and where it may pause the account: "Reputation metrics messages" of its guide. */
const rates = [
  { id: 'bounces', metric: 'Reputation.BounceRate', what: 'bounce', reviewed: 0.05, paused: 0.1 },
  { id: 'complaints', metric: 'Reputation.ComplaintRate', what: 'complain', reviewed: 0.001, paused: 0.005 },
] as const;

type Rate = (typeof rates)[number];

const checkOf = (rate: Rate): Check => ({
  id: `reputation.${rate.id}`,
  title: `few mails ${rate.what}`,
  only: 'deployed',
  needs: ['account.credentials', 'account.region'],
  run: async (ctx) => {
    const share = await findLatest(ctx, rate.metric);
    const seen = share === undefined ? 'SES has no number yet' : percent(share);
    const evidence = `${asked(ctx, action, rate.metric)}: ${seen}`;
    const isHigh = share !== undefined && share >= rate.reviewed;
    return looked(seen, evidence, isHigh ? [tooHigh(ctx, rate, share, evidence)] : []);
  },
});

export const [bounces, complaints] = [checkOf(rates[0]), checkOf(rates[1])];

async function findLatest(ctx: Ctx, MetricName: string): Promise<number | undefined> {
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
  const { MetricDataResults = [] } = await ask(action, (abortSignal) =>
    client.send(command, { abortSignal }),
  );
  return MetricDataResults[0]?.Values?.[0];
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;

const tooHigh = (ctx: Ctx, { what, reviewed, paused }: Rate, share: number, evidence: string): Finding => ({
  outcome: share >= paused ? 'fail' : 'warn',
  subject: 'the SES account',
  problem: `too many mails ${what}: AWS reviews an account from ${percent(reviewed)} on, and may pause it from ${percent(paused)} on`,
  evidence,
  fix: `docs/runbook.md#reputation, and ${consolePage(ctx, 'ses/home', 'reputation')}`,
});
