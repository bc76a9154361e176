import type { MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { Subscription } from '@aws-sdk/client-sns';
import { stackName } from '../../../../lib/parts/stack-names';
import { callWithTimeout } from './call-with-timeout';
import { describeCall, awsCommand } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import { commandLine } from '../distribution';

const listSubscriptions = 'sns:ListSubscriptionsByTopic';

export const alarmReceiver: Check = {
  id: 'alarms.receiver',
  title: 'alarms have a confirmed subscriber',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    const topic = (await ctx.resources()).find(
      ({ part, type }) => part === 'Operations' && type === 'AWS::SNS::Topic',
    );
    const subscriptions = topic ? await fetchSubscriptions(ctx, topic.physicalId) : [];
    const confirmed = subscriptions.filter(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'));
    const seen = `${confirmed.length} confirmed, ${subscriptions.length - confirmed.length} not confirmed`;
    const evidence = `${describeCall(ctx, listSubscriptions)}: ${seen}`;
    if (confirmed.length > 0) return observation(seen, evidence);
    return observation(seen, evidence, [
      noReceiverFinding(ctx, subscriptions, topic?.physicalId ?? 'TOPIC', evidence),
    ]);
  },
};

async function fetchSubscriptions(ctx: DoctorContext, TopicArn: string): Promise<Subscription[]> {
  const { SNSClient, ListSubscriptionsByTopicCommand } = await import('@aws-sdk/client-sns');
  const client = new SNSClient(ctx.client());
  const { Subscriptions = [] } = await callWithTimeout(listSubscriptions, (abortSignal) =>
    client.send(new ListSubscriptionsByTopicCommand({ TopicArn }), { abortSignal }),
  );
  return Subscriptions;
}

function noReceiverFinding(
  ctx: DoctorContext,
  unconfirmed: readonly Subscription[],
  topicArn: string,
  evidence: string,
): Finding {
  const common = { outcome: 'warn', subject: 'the alarm topic', evidence } as const;
  if (unconfirmed.length === 0) {
    const fix = `Set "alarmEmail" and run ${commandLine('deploy')}, then open the link in the email (docs/deploying.md#settings)`;
    return { ...common, problem: 'the topic has no subscription, so alarms are not delivered', fix };
  }
  const endpoint = unconfirmed[0]?.Endpoint ?? '';
  const resubscribeCommand = awsCommand(
    ctx,
    `sns subscribe --topic-arn ${topicArn} --protocol email --notification-endpoint ${endpoint}`,
  );
  const problem = 'the subscription is not confirmed, so alarms are not delivered';
  return {
    ...common,
    problem,
    fix: `Open the link in the email to ${endpoint}. To send another email: ${resubscribeCommand}`,
  };
}

const describeAlarms = 'cloudwatch:DescribeAlarms';

export const activeAlarms: Check = {
  id: 'alarms.ringing',
  title: 'no alarm is active',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    const alarms = await fetchActiveAlarms(ctx);
    const findings = alarms.map((alarm) => activeAlarmFinding(ctx, alarm));
    return observation(
      alarms.length === 0 ? 'none' : `${alarms.length} active`,
      describeCall(ctx, describeAlarms),
      findings,
    );
  },
};

async function fetchActiveAlarms(ctx: DoctorContext): Promise<MetricAlarm[]> {
  const { CloudWatchClient, DescribeAlarmsCommand } = await import('@aws-sdk/client-cloudwatch');
  const client = new CloudWatchClient(ctx.client());
  const AlarmNamePrefix = `${stackName(ctx.stage, 'Operations')}-`;
  const input = { AlarmNamePrefix, StateValue: 'ALARM' as const, MaxRecords: 100 };
  const { MetricAlarms = [] } = await callWithTimeout(describeAlarms, (abortSignal) =>
    client.send(new DescribeAlarmsCommand(input), { abortSignal }),
  );
  return MetricAlarms;
}

/** The description of each alarm names its section of the runbook. */
const activeAlarmFinding = (
  ctx: DoctorContext,
  { AlarmName = '', AlarmDescription, StateReason = '' }: MetricAlarm,
): Finding => ({
  outcome: 'fail',
  subject: AlarmName,
  problem: 'the alarm is active',
  evidence: `${describeCall(ctx, describeAlarms)}: ${StateReason}`,
  fix: AlarmDescription ?? 'See docs/runbook.md',
});
