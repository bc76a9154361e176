import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { IngressSpec } from '../deployment';

const Container = z.object({
  Environment: z.array(z.object({ Name: z.string(), Value: z.coerce.string() })).default([]),
});

const TaskProperties = z.object({ ContainerDefinitions: z.array(Container).min(1), TaskRoleArn: z.string() });

/**
 * The only container of the template. With the preset `economy`, the template has no container. The result is then a
 * role without permissions.
 */
export function readIngress(cloud: Cloud): IngressSpec {
  const [resource] = cloud.resources('AWS::ECS::TaskDefinition');
  if (!resource) return { environment: {}, roleArn: 'none' };
  const { ContainerDefinitions, TaskRoleArn } = cloud.read(resource, TaskProperties);
  const variables = ContainerDefinitions.flatMap(({ Environment }) => Environment);
  return {
    environment: Object.fromEntries(variables.map(({ Name, Value }) => [Name, Value])),
    roleArn: TaskRoleArn,
  };
}
