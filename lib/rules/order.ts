import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { findResources, formatLocation } from './template';

/**
 * A route goes live with the stage's new deployment, so the stacks of the functions and of the permissions to invoke
 * them must be deployed before the stage.
 */
export const routesAreLiveOnceCallable: TemplateRule = {
  name: 'RoutesAreLiveOnceCallable',
  explanation:
    'The stack of the API stage does not depend on the stack of this permission. New routes respond with 500 until both the function and the permission exist',
  findViolations: (templates) =>
    findResources(templates, 'AWS::ApiGateway::Stage').flatMap(({ stack }) =>
      findResources(templates, 'AWS::Lambda::Permission')
        .filter(({ resource }) => valueAt(resource.Properties, 'Principal') === 'apigateway.amazonaws.com')
        .filter((permission) => !templates[stack]?.dependencies?.includes(permission.stack))
        .map(formatLocation),
    ),
};
