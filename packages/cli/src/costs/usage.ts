import { entriesOf, valueAt } from '../../../../lib/parts/template';
import {
  findResources,
  resolveReference,
  type ResourceLocation,
  type Templates,
} from '../../../../lib/rules/template';
import { addUsage, multiplyUsage, type Usage } from './meters';

const [hoursPerMonth, minutesPerMonth] = [720, 43_200];

/**
 * The units of one text email with one recipient, an Idempotency-Key, a Send event and a Delivery event, if each event
 * is processed separately. bench/results/units.md explains the reads and writes.
 */
export const emailUsage: Usage = {
  'DynamoDB writes': 15,
  'DynamoDB reads': 10,
  'API Gateway requests': 1,
  'Lambda invocations': 3,
  'Lambda GB-seconds': 0.16,
  'SNS notifications': 2,
  'SQS requests': 6,
  'KB of logs': 2.05,
  'SES emails': 1,
};

/** Five pollers per queue, each with a request every 20 seconds. */
const queueReaderUsage: Usage = { 'SQS requests': 5 * 3 * minutesPerMonth };

/** A run takes 0.1 seconds with 0.5 GB. */
const runUsage: Usage = { 'Scheduler invocations': 1, 'Lambda invocations': 1, 'Lambda GB-seconds': 0.05 };

/** A sweep reads 13 queues of due work, and its message takes three requests. An empty query takes half a unit. */
const sweepUsage: Usage = addUsage(runUsage, { 'SQS requests': 3, 'DynamoDB reads': 6.5 });
const monitorUsage: Usage = addUsage(runUsage, { 'DynamoDB reads': 0.5 });

type UsageOf = (location: ResourceLocation, templates: Templates) => Usage;

/** The units per month of a resource, by type, without any traffic. */
const usageByType: Record<string, UsageOf> = {
  'AWS::CloudWatch::Alarm': () => ({ 'CloudWatch alarms': 1 }),
  'AWS::KMS::Key': () => ({ 'KMS keys': 1 }),
  'AWS::Lambda::EventSourceMapping': () => queueReaderUsage,
  'AWS::Scheduler::Schedule': scheduleUsage,
  'AWS::ElasticLoadBalancingV2::LoadBalancer': () => ({ 'load balancer hours': hoursPerMonth }),
  'AWS::ECS::Service': taskUsage,
  'AWS::WAFv2::WebACL': ({ resource }) => ({
    'web ACLs': 1,
    'web ACL rules': entriesOf(valueAt(resource.Properties, 'Rules')).length,
  }),
};

/** Returns the units per month of the deployed resources without any traffic. */
export const usageAtRest = (templates: Templates): Usage =>
  addUsage(
    ...Object.entries(usageByType).flatMap(([type, usageOf]) =>
      findResources(templates, type).map((location) => usageOf(location, templates)),
    ),
  );

function scheduleUsage({ resource: { Properties } }: ResourceLocation): Usage {
  const expression = String(valueAt(Properties, 'ScheduleExpression'));
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(expression) ?? [];
  if (minutes === undefined) throw new Error(`The cost of the schedule ${expression} is unknown`);
  const isSweep = String(valueAt(Properties, 'Target', 'Input')).includes('sweep');
  return multiplyUsage(isSweep ? sweepUsage : monitorUsage, minutesPerMonth / Number(minutes));
}

function taskUsage({ stack, resource: { Properties } }: ResourceLocation, templates: Templates): Usage {
  const task = resolveReference(templates, stack, valueAt(Properties, 'TaskDefinition'));
  const hours = hoursPerMonth * Number(valueAt(Properties, 'DesiredCount'));
  return {
    'Fargate vCPU hours (arm64)': (hours * Number(valueAt(task?.resource.Properties, 'Cpu'))) / 1024,
    'Fargate GB hours (arm64)': (hours * Number(valueAt(task?.resource.Properties, 'Memory'))) / 1024,
    'IPv4 address hours': hours,
  };
}
