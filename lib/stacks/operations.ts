import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { QueueWithDeadLetters } from '../parts/queue-with-dead-letters';
import type { ServiceFunction } from '../parts/service-function';
import type { Settings } from '../settings';

interface OperationsStackProps extends StackProps {
  settings: Settings;
  api: SpecRestApi;
  table: ITableV2;
  queues: readonly QueueWithDeadLetters[];
  workers: ReadonlyMap<string, ServiceFunction>;
}

interface AlarmSpec {
  metric: IMetric;
  threshold: number;
  /** The section of docs/runbook.md about the alarm. */
  runbook: string;
}

const sumOverMinutes = (count: number) => ({ statistic: 'Sum', period: Duration.minutes(count) });

/** The alarms. The description of each alarm names the section of the runbook about the alarm. */
export class OperationsStack extends Stack {
  private readonly topic: Topic;

  constructor(
    scope: Construct,
    id: string,
    { settings, api, table, queues, workers, ...props }: OperationsStackProps,
  ) {
    super(scope, id, props);
    this.topic = this.createAlarmTopic();
    if (settings.alarmEmail) this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));

    this.addAlarm('ApiErrors', {
      metric: api.metricServerError(sumOverMinutes(5)),
      threshold: 5,
      runbook: 'api-errors',
    });
    this.addAlarm('TableThrottled', {
      metric: throttledWritesMetric(table),
      threshold: 1,
      runbook: 'table-throttled',
    });
    this.addAlarm('Bounces', {
      metric: reputationMetric('BounceRate'),
      threshold: 0.05,
      runbook: 'reputation',
    });
    this.addAlarm('Complaints', {
      metric: reputationMetric('ComplaintRate'),
      threshold: 0.001,
      runbook: 'reputation',
    });
    this.addAlarm('Throttles', { metric: throttledInvocationsMetric(), threshold: 1, runbook: 'throttles' });
    for (const queue of queues) this.addQueueAlarms(queue);
    for (const [name, worker] of workers) {
      this.addAlarm(`${name}Errors`, {
        metric: worker.metricErrors(sumOverMinutes(5)),
        threshold: 3,
        runbook: 'worker-errors',
      });
    }
  }

  /**
   * Grants CloudWatch permission to publish. The policy that requires TLS replaces the topic's default policy, which
   * would allow the account to publish.
   */
  private createAlarmTopic(): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    const fromThisAccount = { StringEquals: { 'aws:SourceAccount': this.account } };
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions: fromThisAccount }));
    return topic;
  }

  private addQueueAlarms(queue: QueueWithDeadLetters): void {
    this.addDeadLetterAlarms(queue);
    const age = queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) });
    this.addAlarm(`${queue.node.id}Age`, {
      metric: age,
      threshold: queue.messageAgeSecondsMax,
      runbook: 'queue-age',
    });
  }

  private addDeadLetterAlarms({
    node,
    deadLetters,
    subscriptionDeadLetters: undelivered,
  }: QueueWithDeadLetters): void {
    const deadLetterCount = deadLetters.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
    });
    this.addAlarm(`${node.id}DeadLetters`, {
      metric: deadLetterCount,
      threshold: 1,
      runbook: 'dead-letters',
    });
    if (!undelivered) return;
    const undeliveredCount = undelivered.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
    });
    this.addAlarm(`${node.id}Undelivered`, {
      metric: undeliveredCount,
      threshold: 1,
      runbook: 'undelivered',
    });
  }

  private addAlarm(id: string, { metric, threshold, runbook }: AlarmSpec): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `What to do: docs/runbook.md#${runbook}`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }
}

const throttledWritesMetric = ({ tableName }: ITableV2): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'WriteThrottleEvents',
    dimensionsMap: { TableName: tableName },
    ...sumOverMinutes(5),
  });

/** Counts throttles of all functions in the account, because the functions share the account's executions. */
const throttledInvocationsMetric = (): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sumOverMinutes(5) });

const reputationMetric = (rate: 'BounceRate' | 'ComplaintRate'): Metric =>
  new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
