import { CfnParameter, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  CfnRestApi,
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

/** Shorter than API Gateway's limit of 29 seconds, so that the function can still respond. */
const timeoutSeconds = 28;

/** The HTTPS API, which is a REST API with one function per route. */
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
    const api = new SpecRestApi(this, 'Api', {
      restApiName: `carrier-nest-${stage}`,
      apiDefinition: ApiDefinition.fromInline(restApiBody(this, functionPrefix(settings.stage))),
      endpointTypes: [EndpointType.REGIONAL],
      // An account without this role cannot have a stage with an access log. The role is retained, because other APIs
      // may use it.
      cloudWatchRole: apiGatewayLogRole,
      ...(apiGatewayLogRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: stage,
        // The limits apply across all callers, including callers without a valid key, so that no caller can invoke
        // functions without limit.
        throttlingRateLimit: requestsPerSecond,
        throttlingBurstLimit: 2 * requestsPerSecond,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields({
          // The access log omits addresses and keys. The function's log contains the caller, with the request ID.
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
    requireModernTls(api);
    return api;
  }

  private allowInvocation(handler: ServiceFunction, stage: string): void {
    handler.addPermission('FromApi', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      // The ARN contains the name of the stage, because a reference would make the permission depend on the stage.
      sourceArn: this.api.arnForExecuteApi('*', '/*', stage),
    });
    // A path must go live only after its function is callable. The OpenAPI document contains the function's name, which
    // creates no dependency.
    this.api.latestDeployment?.node.addDependency(handler);
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

/**
 * TLS 1.2 and 1.3. By default, API Gateway also accepts TLS 1.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html
 */
function requireModernTls(api: SpecRestApi): void {
  const restApi = api.node.findChild('Resource');
  if (!(restApi instanceof CfnRestApi)) throw new Error('The REST API has no CloudFormation resource');
  restApi.securityPolicy = 'SecurityPolicy_TLS13_1_2_2021_06';
  restApi.endpointAccessMode = 'BASIC';
}
