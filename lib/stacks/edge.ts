import { CfnOutput, Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { RestApiOrigin, VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { FlowLogDestination, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import {
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateTaskDefinition,
  LogDrivers,
} from 'aws-cdk-lib/aws-ecs';
import { ApplicationLoadBalancedFargateService } from 'aws-cdk-lib/aws-ecs-patterns';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { routes } from '../../functions/api/routes';
import { errorCatalog } from '../../shared/core/errors';
import { chunksOf } from '../../shared/core/chunks';
import { ingressDir, originFunctionFile } from '../bundling/code-folders';
import { gatewayTimeoutStatus, uncachedErrors } from '../parts/cloudfront-errors';
import { retentionByDays } from '../parts/log-retention';
import { timeoutResponsePath } from '../parts/rest-api-body';
import { functionPrefix } from '../parts/service-function';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';

interface EdgeStackProps extends ServiceStackProps {
  settings: Settings;
  api: SpecRestApi;
  parkedBucket: IBucket;
}

/** A task can hold 32 bodies (ingress/park-body.ts). */
const taskMemoryMb = 1024;

/** Enough for 25 MB at 1.7 Mbit/s. The ingress ends a slower upload to free memory. */
const bodySecondsMax = 120;

/**
 * Longer than the timeout of any function, so that the function can still respond. The load balancer has the same
 * timeout.
 */
const originTimeout = Duration.seconds(60);

const tasks = { minCapacity: 2, maxCapacity: 10 };

/** Even with the longest names, the ARNs fit in the 6,144 characters of a managed policy. */
const functionsPerPolicy = 40;

/** At five seconds per body, this rate uses half of a task's capacity of 32 bodies. */
const requestsPerTaskAndMinute = 200;

/**
 * The error page for status 504. No other status has an error page, because the page would replace all responses with
 * that status, including the responses of functions. Functions never respond with 504.
 */
const timeoutErrorPage = {
  responseHttpStatus: errorCatalog.service_unavailable,
  responsePagePath: timeoutResponsePath,
};

/** The cache key has no credential, so one workspace would get the cached errors of another workspace. */
const errorResponses = uncachedErrors.map((error) => ({
  ...error,
  ...(error.httpStatus === gatewayTimeoutStatus && timeoutErrorPage),
}));

/**
 * The preset "full": CloudFront in front of the API, and small containers for bodies that are too large for API Gateway
 * or Lambda. Without this stack, the service accepts bodies up to API Gateway's limit.
 */
export class EdgeStack extends ServiceStack {
  readonly ingress: ApplicationLoadBalancedFargateService;
  readonly distribution: Distribution;
  /** The base URL of the API for clients. */
  readonly address: string;
  /** The header in which the CloudFront function puts the client's address. */
  readonly viewerHeader = 'x-viewer-address';
  /**
   * The header that CloudFront adds to its requests. The value is not known outside the account but is not a strong
   * secret.
   */
  readonly originHeader: { header: string; value: string };

  constructor(scope: Construct, id: string, { settings, api, parkedBucket, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const stackOriginHeader = { header: 'x-from-edge', value: Fn.select(2, Fn.split('/', this.stackId)) };
    const vpc = this.network(settings);
    const task = this.ingressTask(settings, parkedBucket);
    this.ingress = new ApplicationLoadBalancedFargateService(this, 'Ingress', {
      cluster: new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED }),
      taskDefinition: task,
      // Run one task in each zone, so that the loss of a task or a zone does not stop the ingress.
      desiredCount: tasks.minCapacity,
      minHealthyPercent: 100,
      publicLoadBalancer: false,
      openListener: settings.vpcOriginSecurityGroup === undefined,
      // The tasks have public addresses, so that the VPC needs no NAT gateway. They call only AWS and accept no
      // connections from the Internet.
      assignPublicIp: true,
      circuitBreaker: { rollback: true },
    });
    const service = this.ingress;
    if (settings.vpcOriginSecurityGroup !== undefined)
      service.listener.connections.allowDefaultPortFrom(
        SecurityGroup.fromSecurityGroupId(this, 'VpcOrigins', settings.vpcOriginSecurityGroup, {
          mutable: false,
        }),
        'From CloudFront',
      );
    // The policies of the task must exist before its containers start.
    service.service.node.addDependency(task);
    service.targetGroup.configureHealthCheck({ path: '/health' });
    this.addAutoScaling(service);
    this.distribution = this.createDistribution(
      api,
      VpcOrigin.withApplicationLoadBalancer(service.loadBalancer, {
        originId: 'ingress',
        // Inside the VPC, the load balancer has no domain and therefore no certificate.
        protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
        readTimeout: originTimeout,
        customHeaders: { [stackOriginHeader.header]: stackOriginHeader.value },
      }),
      { [stackOriginHeader.header]: stackOriginHeader.value },
    );
    const originHeader = new CfnOutput(this, 'OriginHeader', { value: stackOriginHeader.value });
    this.originHeader = {
      ...stackOriginHeader,
      value: Fn.getStackOutput(this.stackName, originHeader.logicalId),
    };
    this.address = `https://${this.distribution.distributionDomainName}`;
    new CfnOutput(this, 'ApiAddress', {
      description: 'The base URL of the API for clients',
      value: this.address,
    });
  }

  private network({ logRetentionDays, availabilityZones }: Settings): Vpc {
    const logGroup = new LogGroup(this, 'FlowLog', {
      retention: retentionByDays[logRetentionDays],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return new Vpc(this, 'Vpc', {
      ...(availabilityZones ? { availabilityZones } : { maxAzs: 2 }),
      natGateways: 0,
      // No resource uses the default security group. Restricting the group would require a custom resource with its own
      // function.
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        { name: 'tasks', subnetType: SubnetType.PUBLIC },
        { name: 'balancer', subnetType: SubnetType.PRIVATE_ISOLATED },
      ],
      flowLogs: { all: { destination: FlowLogDestination.toCloudWatchLogs(logGroup) } },
    });
  }

  private ingressTask({ stage, logRetentionDays }: Settings, parkedBucket: IBucket): FargateTaskDefinition {
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: 512,
      memoryLimitMiB: taskMemoryMb,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64 },
    });
    const logGroup = new LogGroup(this, 'IngressLog', {
      retention: retentionByDays[logRetentionDays],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    task.addContainer('ingress', {
      image: ContainerImage.fromAsset(ingressDir, { platform: Platform.LINUX_ARM64 }),
      portMappings: [{ containerPort: 8080 }],
      environment: {
        PARKED_BUCKET: parkedBucket.bucketName,
        FUNCTION_PREFIX: functionPrefix(stage),
        TASK_MEMORY_MB: `${taskMemoryMb}`,
        BODY_SECONDS_MAX: `${bodySecondsMax}`,
      },
      logging: LogDrivers.awsLogs({ logGroup, streamPrefix: 'ingress' }),
      readonlyRootFilesystem: true,
    });
    task.addToTaskRolePolicy(
      new PolicyStatement({
        actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
        resources: [`${parkedBucket.bucketArn}/*`],
      }),
    );
    for (const [index, functionArns] of chunksOf(this.routeFunctionArns(stage), functionsPerPolicy).entries())
      new ManagedPolicy(task, `InvokeFunctions${index}`, {
        description: 'Carrier Nest: functions that the ingress invokes',
        roles: [task.taskRole],
        statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: functionArns })],
      });
    return task;
  }

  /** Scales on CPU, because transferring bodies uses CPU, and on requests, because concurrent bodies use memory. */
  private addAutoScaling({ service, targetGroup }: ApplicationLoadBalancedFargateService): void {
    const scaling = service.autoScaleTaskCount(tasks);
    scaling.scaleOnCpuUtilization('Processor', { targetUtilizationPercent: 60 });
    scaling.scaleOnRequestCount('Bodies', { targetGroup, requestsPerTarget: requestsPerTaskAndMinute });
  }

  /**
   * Lists the ARN of each function. A pattern would allow the ingress to invoke the operator's function or the
   * functions of another stage.
   */
  private routeFunctionArns(stage: string): string[] {
    const functions = `arn:${this.partition}:lambda:${this.region}:${this.account}:function`;
    return routes.map(({ name }) => `${functions}:${functionPrefix(stage)}${name}`);
  }

  private createDistribution(
    api: SpecRestApi,
    ingress: VpcOrigin,
    customHeaders: Record<string, string>,
  ): Distribution {
    const chooseOrigin = new EdgeFunction(this, 'ChooseOrigin', {
      code: FunctionCode.fromFile({ filePath: originFunctionFile }),
      runtime: FunctionRuntime.JS_2_0,
    });
    const commonBehavior = {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    };
    return new Distribution(this, 'Distribution', {
      comment: 'Carrier Nest API',
      errorResponses,
      defaultBehavior: {
        ...commonBehavior,
        origin: new RestApiOrigin(api, { readTimeout: originTimeout, customHeaders }),
        functionAssociations: [{ function: chooseOrigin, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      // CloudFront includes an origin only if a behavior uses the origin. No client requests this path.
      additionalBehaviors: { '/ingress/*': { ...commonBehavior, origin: ingress } },
    });
  }
}
