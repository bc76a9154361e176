import { CfnParameter } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { routes, type NamedRoute } from '../../functions/api/routes';
import { endpointStacks, type EndpointStack } from '../parts/stack-names';
import { noSignIn, signIn } from '../parts/sign-in';
import { publicUrl } from '../parts/public-url';
import type { FunctionResources, Resources } from '../parts/resources';
import { ServiceFunction } from '../parts/service-function';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';

interface EndpointsStackProps extends ServiceStackProps {
  part: EndpointStack;
  settings: Settings;
  resources: FunctionResources;
  api: SpecRestApi;
}

/** Shorter than API Gateway's limit of 29 seconds, so that the function can still respond. */
const timeoutSeconds = 28;

/** The functions of some resources of the API, one function per route. */
export class EndpointsStack extends ServiceStack {
  constructor(
    scope: Construct,
    id: string,
    { part, settings, resources, api, ...props }: EndpointsStackProps,
  ) {
    super(scope, id, props);
    const ownRoutes = routes.filter(({ resource }) => endpointStacks[part].includes(resource));
    const needs = new Set(ownRoutes.flatMap((route) => route.needs));
    const needsSignIn = needs.has('environment:sign-in');
    // Synthesis in the user's app warns about a condition that no function uses.
    const needsUrl = needsSignIn || needs.has('environment:public-url');
    const url = needsUrl ? publicUrl(this, api, settings) : '';
    const { userPool } = resources;
    const functionResources = {
      ...resources,
      oauth: this.oauthParameters(settings),
      publicUrl: url,
      signIn: userPool && needsSignIn ? signIn(this, userPool, url) : noSignIn,
    };
    for (const route of ownRoutes) {
      const handler = this.functionOf(route, settings, functionResources);
      handler.addPermission('FromApi', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        // The ARN contains the name of the stage, because the stage is deployed after this stack.
        sourceArn: api.arnForExecuteApi('*', '/*', settings.stage),
      });
    }
  }

  private functionOf(route: NamedRoute, settings: Settings, resources: Resources): ServiceFunction {
    return new ServiceFunction(this, {
      name: route.name,
      description: `${route.method} ${route.path}: ${route.summary}`,
      needs: route.needs,
      timeoutSeconds: route.timeoutSeconds ?? timeoutSeconds,
      memoryMb: route.memoryMb,
      resources,
      settings,
    });
  }

  /** Uses parameters, so that the local runtime can set another issuer without another synthesis. */
  private oauthParameters({ oauth }: Settings): Record<string, string> {
    const parameter = (id: string, value: string | undefined) =>
      new CfnParameter(this, id, { default: value ?? '' }).valueAsString;
    return {
      OAUTH_ISSUER: parameter('OAuthIssuer', oauth?.issuer),
      OAUTH_AUDIENCE: parameter('OAuthAudience', oauth?.audience),
      OAUTH_JWKS_URI: parameter('OAuthJwksUri', oauth?.jwksUri),
    };
  }
}
