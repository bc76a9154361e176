import { CfnParameter, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { routes, type NamedRoute } from '../../functions/api/routes';
import { retentionByDays } from '../parts/log-retention';
import { noSignIn, signIn } from '../parts/sign-in';
import { publicUrl } from '../parts/public-url';
import { restApiBody } from '../parts/rest-api-body';
import type { Resources } from '../parts/resources';
import { functionPrefix, ServiceFunction } from '../parts/service-function';
import type { Settings } from '../settings';

interface ApiStackProps extends StackProps {
  settings: Settings;
  resources: Omit<Resources, 'oauth' | 'publicUrl' | 'signIn'>;
}

/** API Gateway allows 29 seconds; a function ends first, so that the answer is the function's own. */
const timeoutSeconds = 28;

/** The HTTPS API: one function for each route, behind one REST API. */
export class ApiStack extends Stack {
  readonly api: SpecRestApi;
  readonly functions: ReadonlyMap<string, ServiceFunction>;

  constructor(scope: Construct, id: string, { settings, resources, ...props }: ApiStackProps) {
    super(scope, id, props);
    this.api = this.restApi(settings);
    const url = publicUrl(this, this.api, settings);
    const { userPool } = resources;
    const functionResources = {
      ...resources,
      oauth: this.oauthParameters(settings),
      publicUrl: url,
      signIn: userPool ? signIn(this, userPool, url) : noSignIn,
    };
    this.functions = new Map(
      routes.map((route) => [route.name, this.functionOf(route, settings, functionResources)]),
    );
    for (const handler of this.functions.values()) this.allowInvocation(handler, settings.stage);
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

  private restApi(settings: Settings): SpecRestApi {
    const { stage, logRetentionDays, apiGatewayLogRole, requestsPerSecond } = settings;
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: retentionByDays[logRetentionDays],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return new SpecRestApi(this, 'Api', {
      restApiName: `carrier-nest-${stage}`,
      apiDefinition: ApiDefinition.fromInline(restApiBody(this, functionPrefix(settings.stage))),
      endpointTypes: [EndpointType.REGIONAL],
      // Without one in the account a stage with an access log is refused. Kept: the account's other APIs may log with it.
      cloudWatchRole: apiGatewayLogRole,
      ...(apiGatewayLogRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: stage,
        // For all callers together, those without a valid key too: nobody can make functions run without an end.
        throttlingRateLimit: requestsPerSecond,
        throttlingBurstLimit: 2 * requestsPerSecond,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields({
          // Neither addresses nor keys: who called is found by the request's id in the function's log.
          ip: false,
          caller: false,
          user: false,
          httpMethod: true,
          protocol: true,
          requestTime: true,
          resourcePath: true,
          responseLength: true,
          status: true,
        }),
      },
    });
  }

  private allowInvocation(handler: ServiceFunction, stage: string): void {
    handler.addPermission('FromApi', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      // The stage's name in letters: a reference would make the permission wait for the stage.
      sourceArn: this.api.arnForExecuteApi('*', '/*', stage),
    });
    // A path goes live once its function may be called: the document names it, but that is no reference.
    this.api.latestDeployment?.node.addDependency(handler);
  }

  /** Parameters, so that the local runtime can put its own issuer there without another synthesis. */
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
