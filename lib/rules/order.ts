import type { TemplateRule } from './rule';
import { at, everywhere, referent } from './template';

/** A route is live with the stage's new deployment: by then its function can be called. */
export const routesAreLiveOnceCallable: TemplateRule = {
  name: 'RoutesAreLiveOnceCallable',
  says: 'The deployment of the API does not wait for it: until it is there, new routes answer 500',
  findIn: (templates) =>
    everywhere(templates, 'AWS::ApiGateway::Stage').flatMap(({ stack, resource }) => {
      const deployment = referent(templates, stack, resource.Properties.DeploymentId);
      const awaited = [deployment?.resource.DependsOn ?? []].flat();
      const permissions = everywhere(templates, 'AWS::Lambda::Permission').filter(
        (permission) =>
          permission.stack === stack &&
          permission.resource.Properties.Principal === 'apigateway.amazonaws.com',
      );
      return permissions
        .filter(({ id, resource: { Properties } }) => {
          const handler = referent(templates, stack, Properties.FunctionName);
          return !awaited.includes(id) || !awaited.includes(handler?.id ?? '');
        })
        .map(at);
    }),
};
