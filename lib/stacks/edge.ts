import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
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
import { FlowLogDestination, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import {
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateTaskDefinition,
  LogDrivers,
} from 'aws-cdk-lib/aws-ecs';
import { ApplicationLoadBalancedFargateService } from 'aws-cdk-lib/aws-ecs-patterns';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { routes } from '../../functions/api/routes';
import { errorCatalog } from '../../shared/core/errors';
import { ingressDir } from '../bundling/bundles';
import { retentionByDays } from '../parts/log-retention';
import { timeoutResponsePath } from '../parts/rest-api-body';
import { functionPrefix } from '../parts/service-function';
import type { Settings } from '../settings';

interface EdgeStackProps extends StackProps {
  settings: Settings;
  api: SpecRestApi;
  parkedBucket: IBucket;
}

/** A task can hold 32 bodies (ingress/park-body.ts). */
const taskMemoryMb = 1024;

/** 25 MB at 1.7 Mbit/s. A slower upload is ended to free its place. */
const bodySecondsMax = 120;

/** Longer than the timeout of any function, so that the function itself responds. The load balancer waits as long. */
const originTimeout = Duration.seconds(60);

const tasks = { minCapacity: 2, maxCapacity: 10 };

/** At five seconds per body, this uses half of a task's 32 places. */
const requestsPerTaskAndMinute = 200;

/** 504 is the only status of CloudFront that no function uses. An error response would replace that of a function. */
const timeoutErrorResponse = {
  httpStatus: 504,
  responseHttpStatus: errorCatalog.service_unavailable,
  responsePagePath: timeoutResponsePath,
  ttl: Duration.seconds(0),
};

/**
 * The preset "full": CloudFront in front of the API, and small containers for bodies that API Gateway or Lambda would
 * refuse. Without it, the service accepts bodies up to API Gateway's limit.
 */
export class EdgeStack extends Stack {
  readonly loadBalancerArn: string;
  /** The header in which the CloudFront function puts the client's address. */
  readonly viewerHeader = 'x-viewer-address';
  /**
   * The header that CloudFront adds to its requests. Its value is unknown outside the account, but no strong secret.
   */
  readonly originHeader: { header: string; value: string };

  constructor(scope: Construct, id: string, { settings, api, parkedBucket, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const stackOriginHeader = { header: 'x-from-edge', value: Fn.select(2, Fn.split('/', this.stackId)) };
    const vpc = this.network(settings);
    const task = this.ingressTask(settings, parkedBucket);
    const service = new ApplicationLoadBalancedFargateService(this, 'Ingress', {
      cluster: new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED }),
      taskDefinition: task,
      // One task in each zone, so that the loss of a task or a zone does not stop the ingress.
      desiredCount: tasks.minCapacity,
      minHealthyPercent: 100,
      publicLoadBalancer: false,
      // Public addresses replace a NAT gateway. The tasks call only AWS and accept no connections from the Internet.
      assignPublicIp: true,
      circuitBreaker: { rollback: true },
    });
    service.targetGroup.configureHealthCheck({ path: '/health' });
    this.addAutoScaling(service);
    const distribution = this.distribution(
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
    this.loadBalancerArn = service.loadBalancer.loadBalancerArn;
    const originHeader = new CfnOutput(this, 'OriginHeader', { value: stackOriginHeader.value });
    this.originHeader = {
      ...stackOriginHeader,
      value: Fn.getStackOutput(this.stackName, originHeader.logicalId),
    };
    new CfnOutput(this, 'ApiAddress', {
      description: 'The base URL of the API for clients',
      value: `https://${distribution.distributionDomainName}`,
    });
  }

  private network({ logRetentionDays }: Settings): Vpc {
    const logGroup = new LogGroup(this, 'FlowLog', {
      retention: retentionByDays[logRetentionDays],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return new Vpc(this, 'Vpc', {
      maxAzs: 2,
      natGateways: 0,
      // Nothing uses the default security group. Restricting it would require a custom resource with its own function.
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
    task.addToTaskRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: this.routeFunctionArns(stage) }),
    );
    return task;
  }

  /** Bytes use the CPU of a task, and concurrent bodies use its memory. */
  private addAutoScaling({ service, targetGroup }: ApplicationLoadBalancedFargateService): void {
    const scaling = service.autoScaleTaskCount(tasks);
    scaling.scaleOnCpuUtilization('Processor', { targetUtilizationPercent: 60 });
    scaling.scaleOnRequestCount('Bodies', { targetGroup, requestsPerTarget: requestsPerTaskAndMinute });
  }

  /** Lists each function. A pattern would let the ingress invoke the operator's function or those of another stage. */
  private routeFunctionArns(stage: string): string[] {
    const functions = `arn:${this.partition}:lambda:${this.region}:${this.account}:function`;
    return routes.map(({ name }) => `${functions}:${functionPrefix(stage)}${name}`);
  }

  private distribution(
    api: SpecRestApi,
    ingress: VpcOrigin,
    customHeaders: Record<string, string>,
  ): Distribution {
    const chooseOrigin = new EdgeFunction(this, 'ChooseOrigin', {
      code: FunctionCode.fromFile({ filePath: 'ingress/choose-origin.js' }),
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
      errorResponses: [timeoutErrorResponse],
      defaultBehavior: {
        ...commonBehavior,
        origin: new RestApiOrigin(api, { readTimeout: originTimeout, customHeaders }),
        functionAssociations: [{ function: chooseOrigin, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      // A distribution includes an origin only if a behavior uses it. No client requests this path.
      additionalBehaviors: { '/ingress/*': { ...commonBehavior, origin: ingress } },
    });
  }
}
