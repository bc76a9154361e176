import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources, resolveReference } from './template';

/**
 * A route goes live with the stage's new deployment, so the route's function must be callable before the deployment.
 */
export const routesAreLiveOnceCallable: TemplateRule = {
  name: 'RoutesAreLiveOnceCallable',
  explanation:
    'The API deployment does not depend on this permission or its function. New routes respond with 500 until both exist',
  findViolations: (templates) =>
    findResources(templates, 'AWS::ApiGateway::Stage').flatMap(({ stack, resource }) => {
      const deployment = resolveReference(templates, stack, valueAt(resource.Properties, 'DeploymentId'));
      const dependencies = [deployment?.resource.DependsOn ?? []].flat();
      const permissions = findResources(templates, 'AWS::Lambda::Permission').filter(
        (permission) =>
          permission.stack === stack &&
          valueAt(permission.resource.Properties, 'Principal') === 'apigateway.amazonaws.com',
      );
      return permissions
        .filter(({ id, resource: { Properties } }) => {
          const handler = resolveReference(templates, stack, valueAt(Properties, 'FunctionName'));
          return !dependencies.includes(id) || !dependencies.includes(handler?.id ?? '');
        })
        .map(formatLocation);
    }),
};
