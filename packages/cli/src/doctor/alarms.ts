import type { MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { Subscription } from '@aws-sdk/client-sns';
import { stackName } from '../../../../lib/parts/stack-names';
import { ask } from './ask';
import { asked, aws } from './aws-command';
import { looked, type Check, type Finding } from './check';
import type { Ctx } from './context';

const listSubscriptions = 'sns:ListSubscriptionsByTopic';

export const receiver: Check = {
  id: 'alarms.receiver',
  title: 'somebody hears of alarms',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    const topic = (await ctx.resources()).find(
      ({ part, type }) => part === 'Operations' && type === 'AWS::SNS::Topic',
    );
    const subscriptions = topic ? await askSubscriptions(ctx, topic.physicalId) : [];
    const confirmed = subscriptions.filter(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'));
    const seen = `${confirmed.length} confirmed, ${subscriptions.length - confirmed.length} not confirmed`;
    const evidence = `${asked(ctx, listSubscriptions)}: ${seen}`;
    if (confirmed.length > 0) return looked(seen, evidence);
    return looked(seen, evidence, [unheard(ctx, subscriptions, topic?.physicalId ?? 'TOPIC', evidence)]);
  },
};

async function askSubscriptions(ctx: Ctx, TopicArn: string): Promise<Subscription[]> {
  const { SNSClient, ListSubscriptionsByTopicCommand } = await import('@aws-sdk/client-sns');
  const client = new SNSClient(ctx.client());
  const { Subscriptions = [] } = await ask(listSubscriptions, (abortSignal) =>
    client.send(new ListSubscriptionsByTopicCommand({ TopicArn }), { abortSignal }),
  );
  return Subscriptions;
}

function unheard(ctx: Ctx, waiting: readonly Subscription[], topicArn: string, evidence: string): Finding {
  const common = { outcome: 'warn', subject: 'the topic of alarms', evidence } as const;
  if (waiting.length === 0) {
    const fix =
      'Set "alarmEmail" and npm run deploy, then confirm by the link in the mail: docs/deploying.md#settings';
    return { ...common, problem: 'alarms reach nobody', fix };
  }
  const endpoint = waiting[0]?.Endpoint ?? '';
  const again = aws(
    ctx,
    `sns subscribe --topic-arn ${topicArn} --protocol email --notification-endpoint ${endpoint}`,
  );
  const problem = 'alarms reach nobody: the subscription is not confirmed';
  return {
    ...common,
    problem,
    fix: `Follow the link in the mail to ${endpoint}. For another mail: ${again}`,
  };
}

const describeAlarms = 'cloudwatch:DescribeAlarms';

export const ringing: Check = {
  id: 'alarms.ringing',
  title: 'no alarm rings',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    const alarms = await askRinging(ctx);
    const findings = alarms.map((alarm) => ringsNow(ctx, alarm));
    return looked(
      alarms.length === 0 ? 'none' : `${alarms.length} ring`,
      asked(ctx, describeAlarms),
      findings,
    );
  },
};

async function askRinging(ctx: Ctx): Promise<MetricAlarm[]> {
  const { CloudWatchClient, DescribeAlarmsCommand } = await import('@aws-sdk/client-cloudwatch');
  const client = new CloudWatchClient(ctx.client());
  const AlarmNamePrefix = `${stackName(ctx.stage, 'Operations')}-`;
  const input = { AlarmNamePrefix, StateValue: 'ALARM' as const, MaxRecords: 100 };
  const { MetricAlarms = [] } = await ask(describeAlarms, (abortSignal) =>
    client.send(new DescribeAlarmsCommand(input), { abortSignal }),
  );
  return MetricAlarms;
}

/** Each alarm says which section of the runbook is about it. */
const ringsNow = (
  ctx: Ctx,
  { AlarmName = '', AlarmDescription, StateReason = '' }: MetricAlarm,
): Finding => ({
  outcome: 'fail',
  subject: AlarmName,
  problem: 'it rings now',
  evidence: `${asked(ctx, describeAlarms)}: ${StateReason}`,
  fix: AlarmDescription ?? 'What to do: docs/runbook.md',
});
