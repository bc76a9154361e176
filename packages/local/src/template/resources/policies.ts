import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { PolicyDocument } from '../deployment';
import { resourcePath, type Resource } from '../scope';
import { TemplateError } from '../template-error';
import { Document } from './roles';

const Targets = z.array(z.string());
const Conditions = z.record(z.string(), z.record(z.string(), z.unknown()));

/** By a queue's URL or a topic's ARN. AWS keeps one policy for each: a second one replaces the first. */
export function readResourcePolicies(
  cloud: Cloud,
  type: 'AWS::SQS::QueuePolicy' | 'AWS::SNS::TopicPolicy',
  targets: 'Queues' | 'Topics',
): Map<string, PolicyDocument> {
  refuseInlinePolicies(cloud);
  const policies = new Map<string, PolicyDocument>();
  for (const resource of cloud.resources(type)) {
    const { PolicyDocument } = cloud.read(resource, z.object({ PolicyDocument: Document }));
    refuseUnknownConditions(resource, PolicyDocument);
    for (const target of Targets.parse(cloud.property(resource, targets))) {
      if (policies.has(target))
        throw new TemplateError(resourcePath(resource), `${target} has another policy`);
      policies.set(target, PolicyDocument);
    }
  }
  return policies;
}

function refuseInlinePolicies(cloud: Cloud): void {
  const [inline] = cloud.resources('AWS::SQS::QueueInlinePolicy', 'AWS::SNS::TopicInlinePolicy');
  if (inline) throw new TemplateError(resourcePath(inline), 'inline policies are not known here');
}

/** What a caller has here: whether by TLS, and of a service the resource and the account for which it acts. */
const knownKeys = ['aws:securetransport', 'aws:sourcearn', 'aws:sourceaccount'];

const knownOperators =
  /^((String(Not)?(Equals|EqualsIgnoreCase|Like)|Arn(Not)?(Equals|Like)|Bool)(IfExists)?|Null)$/;

/** A condition on what no caller has here would only seem to be checked. */
export function refuseUnknownConditions(resource: Resource, { Statement }: PolicyDocument): void {
  for (const { Condition } of Statement) {
    for (const [operator, comparisons] of Object.entries(Conditions.parse(Condition ?? {}))) {
      if (!knownOperators.test(operator)) throw unknownConditionError(resource, operator);
      const key = Object.keys(comparisons).find((name) => !knownKeys.includes(name.toLowerCase()));
      if (key !== undefined) throw unknownConditionError(resource, `${operator} ${key}`);
    }
  }
}

const unknownConditionError = (resource: Resource, condition: string): TemplateError =>
  new TemplateError(resourcePath(resource), `the condition ${condition} is not known to the local runtime`);
