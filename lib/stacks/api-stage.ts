import { ArnFormat, type Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  Deployment,
  Stage,
  type IAccessLogDestination,
  type SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { includeMissingCredentialResponse } from '../parts/missing-credential-response';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';

interface ApiStageStackProps extends ServiceStackProps {
  settings: Settings;
  api: SpecRestApi;
  accessLog: LogGroup;
  definitionHash: string;
  /** The stacks of the functions. A path must go live only after its function is callable. */
  endpoints: readonly Stack[];
}

/** Makes the paths of the REST API available to clients. */
export class ApiStageStack extends ServiceStack {
  constructor(
    scope: Construct,
    id: string,
    { settings, api, accessLog, definitionHash, endpoints, ...props }: ApiStageStackProps,
  ) {
    super(scope, id, props);
    // The OpenAPI document contains the names of the functions, which create no dependency.
    this.node.addDependency(...endpoints);
    const { stage, requestsPerSecond } = settings;
    const deployment = new Deployment(this, 'Deployment', { api });
    includeMissingCredentialResponse(deployment, { settings, api, definitionHash });
    api.deploymentStage = new Stage(this, 'Stage', {
      stageName: stage,
      deployment,
      // The limits apply across all callers, including callers without a valid key, so that no caller can invoke
      // functions without limit.
      throttlingRateLimit: requestsPerSecond,
      throttlingBurstLimit: 2 * requestsPerSecond,
      accessLogDestination: this.destinationOf(accessLog),
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
    });
  }

  /** API Gateway expects the ARN without `:*`. The CDK's own destination removes it only in recent versions. */
  private destinationOf({ logGroupName }: LogGroup): IAccessLogDestination {
    const destinationArn = this.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return { bind: () => ({ destinationArn }) };
  }
}
