import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { PolicyDocument } from '../deployment';
import { resourcePath, type Resource } from '../scope';
import { TemplateError } from '../template-error';
import { Document } from './roles';

const Targets = z.array(z.string());
const Conditions = z.record(z.string(), z.record(z.string(), z.unknown()));

/**
 * The resource policies, by queue URL or topic ARN. Refuses a second policy, because it would replace the first on AWS.
 */
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
        throw new TemplateError(resourcePath(resource), `${target} already has a policy`);
      policies.set(target, PolicyDocument);
    }
  }
  return policies;
}

function refuseInlinePolicies(cloud: Cloud): void {
  const [inline] = cloud.resources('AWS::SQS::QueueInlinePolicy', 'AWS::SNS::TopicInlinePolicy');
  if (inline)
    throw new TemplateError(resourcePath(inline), 'inline policies are not supported by the local runtime');
}

/**
 * The condition keys for which the runtime has a value: TLS for all callers, and the source resource and account for
 * services.
 */
const knownKeys = ['aws:securetransport', 'aws:sourcearn', 'aws:sourceaccount'];

const knownOperators =
  /^((String(Not)?(Equals|EqualsIgnoreCase|Like)|Arn(Not)?(Equals|Like)|Bool)(IfExists)?|Null)$/;

/** Refuses conditions on other keys, because the runtime cannot check them. */
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
  new TemplateError(
    resourcePath(resource),
    `the condition ${condition} is not supported by the local runtime`,
  );
