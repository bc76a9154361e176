import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { PolicyDocument } from '../deployment';
import { resourcePath } from '../scope';
import { TemplateError } from '../template-error';
import { Document } from './roles';

const Targets = z.array(z.string());

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
