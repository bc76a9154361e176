import { createHash } from 'node:crypto';
import { CfnOutput, RemovalPolicy } from 'aws-cdk-lib';
import { ApiDefinition, CfnRestApi, EndpointType, SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { serviceVersion } from '../../shared/core/version';
import { retentionByDays } from '../parts/log-retention';
import { apiGatewayUrl } from '../parts/public-url';
import { restApiBody } from '../parts/rest-api-body';
import { functionPrefix } from '../parts/service-function';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';

interface ApiStackProps extends ServiceStackProps {
  settings: Settings;
}

/**
 * The REST API without functions or a stage. The functions need the address of the API, so their stacks are deployed
 * after this stack. The stage is deployed after the functions (docs/decisions/0001-stacks-under-500-resources.md).
 */
export class ApiStack extends ServiceStack {
  readonly api: SpecRestApi;
  readonly accessLog: LogGroup;
  /** Changes with the OpenAPI document of the API. */
  readonly definitionHash: string;

  constructor(scope: Construct, id: string, { settings, ...props }: ApiStackProps) {
    super(scope, id, props);
    const { stage, logRetentionDays, apiGatewayLogRole } = settings;
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: retentionByDays[logRetentionDays],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const body = restApiBody(this, functionPrefix(stage));
    this.definitionHash = createHash('sha256')
      .update(JSON.stringify(this.resolve(body)))
      .digest('hex');
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: `carrier-nest-${stage}`,
      apiDefinition: ApiDefinition.fromInline(body),
      endpointTypes: [EndpointType.REGIONAL],
      deploy: false,
      // An account without this role cannot have a stage with an access log. The role is retained, because other APIs
      // may use it.
      cloudWatchRole: apiGatewayLogRole,
      ...(apiGatewayLogRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
    });
    requireModernTls(this.api);
    new CfnOutput(this, 'ApiEndpoint', {
      description: 'The base URL of the API',
      value: apiGatewayUrl(this, this.api, settings),
    });
    // This stack is deployed before all functions. After a deployment that fails halfway, the output is therefore the
    // newest version whose functions may have written data.
    new CfnOutput(this, 'Version', { description: 'The version of the service', value: serviceVersion });
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
