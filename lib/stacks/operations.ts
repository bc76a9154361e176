import { CfnCondition, Duration, Fn } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  CfnAlarm,
  ComparisonOperator,
  Metric,
  TreatMissingData,
  type IMetric,
  type MetricProps,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { quotaExceededMessage } from '../../shared/core/quota-exceeded-message';
import type { JobName } from '../../functions/workers/jobs';
import type { QueueWithDeadLetters } from '../parts/queue-with-dead-letters';
import type { ServiceFunction } from '../parts/service-function';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import { hasAllAlarms, type Settings } from '../settings';
import { indexNames } from './data';
import type { EdgeStack } from './edge';

interface OperationsStackProps extends ServiceStackProps {
  settings: Settings;
  api: SpecRestApi;
  table: ITableV2;
  deadLetters: IQueue;
  undelivered: IQueue;
  queues: readonly QueueWithDeadLetters[];
  workers: ReadonlyMap<JobName, ServiceFunction>;
  edge: EdgeStack | undefined;
}

type Monitored = Omit<OperationsStackProps, 'settings' | keyof ServiceStackProps>;

interface AlarmSpec {
  metric: IMetric;
  threshold: number;
  /** The section of docs/runbook.md about the alarm. */
  runbook: string;
  /** Whether the alarm is active below the threshold, and without data. */
  expectsData?: boolean;
  /** Whether the metric exists only in us-east-1. */
  onlyUsEast1?: boolean;
}

type AlarmSpecs = Record<string, AlarmSpec>;

const sumOverMinutes = (count: number) => ({ statistic: 'Sum', period: Duration.minutes(count) });
const minute = { period: Duration.minutes(1) };

/**
 * The alarms. The description of each alarm names the section of the runbook about the alarm. CloudWatch charges for
 * each alarm, so `economy` has only the essential alarms.
 */
export class OperationsStack extends ServiceStack {
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, { settings, ...props }: OperationsStackProps) {
    super(scope, id, props);
    this.topic = this.createAlarmTopic();
    if (settings.alarmEmail) this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));
    const specs = {
      ...essentialAlarms(props),
      ...(hasAllAlarms(settings) && { ...furtherAlarms(props), ...this.quotaAlarm(props) }),
    };
    for (const [alarmId, spec] of Object.entries(specs)) this.addAlarm(alarmId, spec);
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

  /** Counts the log entries of the messages that exceeded the daily quota. Empty if the Region receives no mail. */
  private quotaAlarm({ workers }: Monitored): AlarmSpecs {
    const worker = workers.get('receiveMail');
    if (!worker) return {};
    const filter = new MetricFilter(this, 'QuotaExceeded', {
      logGroup: worker.logGroup,
      filterPattern: FilterPattern.stringValue('$.message', '=', quotaExceededMessage),
      metricNamespace: this.stackName,
      metricName: 'ReceivingQuotaExceeded',
    });
    const metric = filter.metric(sumOverMinutes(5));
    return { ReceivingQuota: { metric, threshold: 1, runbook: 'mail-does-not-arrive' } };
  }

  private addAlarm(
    id: string,
    { metric, threshold, runbook, expectsData = false, onlyUsEast1 = false }: AlarmSpec,
  ): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: expectsData
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: expectsData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `What to do: docs/runbook.md#${runbook}`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
    if (onlyUsEast1) this.deployOnlyInUsEast1(alarm);
  }

  private deployOnlyInUsEast1(alarm: Alarm): void {
    const resource = alarm.node.defaultChild;
    if (!(resource instanceof CfnAlarm)) throw new Error('The alarm has no CloudFormation resource');
    resource.cfnOptions.condition = new CfnCondition(this, 'IsUsEast1', {
      expression: Fn.conditionEquals(this.region, 'us-east-1'),
    });
  }
}

/** Ten alarms, which is the number in CloudWatch's free tier. */
const essentialAlarms = ({ api, table, deadLetters, undelivered, workers }: Monitored): AlarmSpecs => ({
  ApiErrors: { metric: api.metricServerError(sumOverMinutes(5)), threshold: 5, runbook: 'api-errors' },
  TableThrottled: { metric: throttledWritesMetric(table), threshold: 1, runbook: 'table-throttled' },
  Bounces: { metric: reputationMetric('BounceRate'), threshold: 0.05, runbook: 'reputation' },
  Complaints: { metric: reputationMetric('ComplaintRate'), threshold: 0.001, runbook: 'reputation' },
  Throttles: { metric: functionsMetric('Throttles'), threshold: 1, runbook: 'throttles' },
  LoopsStopped: {
    metric: functionsMetric('RecursiveInvocationsDropped'),
    threshold: 1,
    runbook: 'loops-stopped',
  },
  DeadLetters: {
    metric: deadLetters.metricApproximateNumberOfMessagesVisible(minute),
    threshold: 1,
    runbook: 'dead-letters',
  },
  Undelivered: {
    metric: undelivered.metricApproximateNumberOfMessagesVisible(minute),
    threshold: 1,
    runbook: 'undelivered',
  },
  monitorDomainsErrors: errorAlarm(workerOf(workers, 'monitorDomains')),
  // The sweep invokes this function every five minutes.
  SweepStopped: {
    metric: workerOf(workers, 'drainDueWork').metricInvocations(sumOverMinutes(15)),
    threshold: 1,
    runbook: 'mail-is-late',
    expectsData: true,
  },
});

/** The alarms that show the place of a failure, or a failure without effect so far. */
const furtherAlarms = ({ table, queues, workers, edge }: Monitored): AlarmSpecs => ({
  ...specsOf(indexNames, (index) => [
    `${index}Throttled`,
    { metric: throttledWritesMetric(table, index), threshold: 1, runbook: 'table-throttled' },
  ]),
  ...specsOf(queues, (queue) => [
    `${queue.node.id}Age`,
    {
      metric: queue.metricApproximateAgeOfOldestMessage(minute),
      threshold: queue.messageAgeSecondsMax,
      runbook: 'queue-age',
    },
  ]),
  ...specsOf([...workers], ([name, worker]) => [`${name}Errors`, errorAlarm(worker)]),
  ...(edge && edgeAlarms(edge)),
});

function edgeAlarms({ ingress, distribution }: EdgeStack): AlarmSpecs {
  const balancer = { LoadBalancer: ingress.loadBalancer.loadBalancerFullName };
  const containers = { ...balancer, TargetGroup: ingress.targetGroup.targetGroupFullName };
  return {
    IngressUnhealthy: {
      metric: balancerMetric(containers, 'UnHealthyHostCount', { ...minute, statistic: 'Minimum' }),
      threshold: 1,
      runbook: 'ingress',
    },
    IngressErrors: {
      metric: balancerMetric(containers, 'HTTPCode_Target_5XX_Count', sumOverMinutes(5)),
      threshold: 5,
      runbook: 'ingress',
    },
    BalancerErrors: {
      metric: balancerMetric(balancer, 'HTTPCode_ELB_5XX_Count', sumOverMinutes(5)),
      threshold: 5,
      runbook: 'ingress',
    },
    // CloudFront publishes its metrics only in us-east-1, and an alarm reads only metrics of its own Region.
    EdgeErrors: {
      metric: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
        statistic: 'Average',
        period: Duration.minutes(5),
      }),
      threshold: 5,
      runbook: 'ingress',
      onlyUsEast1: true,
    },
  };
}

function workerOf(workers: Monitored['workers'], name: JobName): ServiceFunction {
  const worker = workers.get(name);
  if (!worker) throw new Error(`The stack Workers has no function ${name}`);
  return worker;
}

/** The CDK's own metrics would split ARNs of another stack, which CloudFormation does not support. */
const balancerMetric = (
  dimensionsMap: Record<string, string>,
  metricName: string,
  window: Pick<MetricProps, 'statistic' | 'period'>,
): Metric => new Metric({ namespace: 'AWS/ApplicationELB', metricName, dimensionsMap, ...window });

const errorAlarm = (worker: ServiceFunction): AlarmSpec => ({
  metric: worker.metricErrors(sumOverMinutes(5)),
  threshold: 3,
  runbook: 'worker-errors',
});

const specsOf = <Item>(items: readonly Item[], toSpec: (item: Item) => [string, AlarmSpec]): AlarmSpecs =>
  Object.fromEntries(items.map(toSpec));

/** Counts throttled writes of the table or of one index. The count of the table does not include its indexes. */
const throttledWritesMetric = ({ tableName }: ITableV2, index?: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'WriteThrottleEvents',
    dimensionsMap: { TableName: tableName, ...(index && { GlobalSecondaryIndexName: index }) },
    ...sumOverMinutes(5),
  });

/** Counts for all functions of the account, which share its executions. */
const functionsMetric = (metricName: 'Throttles' | 'RecursiveInvocationsDropped'): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, ...sumOverMinutes(5) });

const reputationMetric = (rate: 'BounceRate' | 'ComplaintRate'): Metric =>
  new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
