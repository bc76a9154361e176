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
  /** The section of docs/runbook.md that says what to do. */
  runbook: string;
}

const minutes = (count: number) => ({ statistic: 'Sum', period: Duration.minutes(count) });

/** Alarms, each with its section of the runbook. */
export class OperationsStack extends Stack {
  private readonly topic: Topic;

  constructor(
    scope: Construct,
    id: string,
    { settings, api, table, queues, workers, ...props }: OperationsStackProps,
  ) {
    super(scope, id, props);
    this.topic = this.alarmTopic();
    if (settings.alarmEmail) this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));

    this.alarm('ApiErrors', {
      metric: api.metricServerError(minutes(5)),
      threshold: 5,
      runbook: 'api-errors',
    });
    this.alarm('TableThrottled', {
      metric: throttledWrites(table),
      threshold: 1,
      runbook: 'table-throttled',
    });
    this.alarm('Bounces', { metric: reputation('BounceRate'), threshold: 0.05, runbook: 'reputation' });
    this.alarm('Complaints', {
      metric: reputation('ComplaintRate'),
      threshold: 0.001,
      runbook: 'reputation',
    });
    this.alarm('Throttles', { metric: throttledInvocations(), threshold: 1, runbook: 'throttles' });
    for (const queue of queues) this.watchQueue(queue);
    for (const [name, worker] of workers) {
      this.alarm(`${name}Errors`, {
        metric: worker.metricErrors(minutes(5)),
        threshold: 3,
        runbook: 'worker-errors',
      });
    }
  }

  /** A policy of its own, as the one that refuses what comes without TLS, replaces the default that let the account in. */
  private alarmTopic(): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    const fromThisAccount = { StringEquals: { 'aws:SourceAccount': this.account } };
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions: fromThisAccount }));
    return topic;
  }

  private watchQueue(queue: QueueWithDeadLetters): void {
    this.watchDeadLetters(queue);
    const age = queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) });
    this.alarm(`${queue.node.id}Age`, { metric: age, threshold: queue.ageSecondsMax, runbook: 'queue-age' });
  }

  private watchDeadLetters({ node, deadLetters, undelivered }: QueueWithDeadLetters): void {
    const dead = deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) });
    this.alarm(`${node.id}DeadLetters`, { metric: dead, threshold: 1, runbook: 'dead-letters' });
    if (!undelivered) return;
    const lost = undelivered.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) });
    this.alarm(`${node.id}Undelivered`, { metric: lost, threshold: 1, runbook: 'undelivered' });
  }

  private alarm(id: string, { metric, threshold, runbook }: AlarmSpec): void {
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

const throttledWrites = ({ tableName }: ITableV2): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'WriteThrottleEvents',
    dimensionsMap: { TableName: tableName },
    ...minutes(5),
  });

/** Of all functions in the account: whoever holds the executions, others do not get them. */
const throttledInvocations = (): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...minutes(5) });

const reputation = (rate: 'BounceRate' | 'ComplaintRate'): Metric =>
  new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
