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

/** Each task has room for 32 bodies (ingress/park-body.ts). */
const taskMemoryMb = 1024;

/** 25 MB at 1.7 Mbit/s. Whoever is slower makes room for others. */
const bodySecondsMax = 120;

/** Longer than any function runs, so that the answer is the function's own; the balancer waits as long. */
const originTimeout = Duration.seconds(60);

const tasks = { minCapacity: 2, maxCapacity: 10 };

/** A body that takes five seconds leaves half of a task's 32 places free. */
const requestsPerTaskAndMinute = 200;

/** Of the statuses that CloudFront answers itself, the one that no function of ours does: it would lose its answer. */
const timeoutErrorResponse = {
  httpStatus: 504,
  responseHttpStatus: errorCatalog.service_unavailable,
  responsePagePath: timeoutResponsePath,
  ttl: Duration.seconds(0),
};

/**
 * The preset "full": CloudFront in front of the API, and small containers for bodies that API Gateway or
 * Lambda would refuse. Without it the service takes bodies up to API Gateway's limit.
 */
export class EdgeStack extends Stack {
  readonly loadBalancerArn: string;
  /** Where the function that chooses the origin says who calls. */
  readonly viewerHeader = 'x-viewer-address';
  /** What CloudFront adds to tell its requests from others: not known outside the account, and no more than that. */
  readonly originHeader: { header: string; value: string };

  constructor(scope: Construct, id: string, { settings, api, parkedBucket, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const stackOriginHeader = { header: 'x-from-edge', value: Fn.select(2, Fn.split('/', this.stackId)) };
    const vpc = this.network(settings);
    const task = this.ingressTask(settings, parkedBucket);
    const service = new ApplicationLoadBalancedFargateService(this, 'Ingress', {
      cluster: new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED }),
      taskDefinition: task,
      // One in each zone: an ingress that ends, or a zone, takes no endpoint with it.
      desiredCount: tasks.minCapacity,
      minHealthyPercent: 100,
      publicLoadBalancer: false,
      // Public addresses instead of a NAT gateway: the tasks only call AWS, and nothing can call them.
      assignPublicIp: true,
      circuitBreaker: { rollback: true },
    });
    service.targetGroup.configureHealthCheck({ path: '/health' });
    this.addAutoScaling(service);
    const distribution = this.distribution(
      api,
      VpcOrigin.withApplicationLoadBalancer(service.loadBalancer, {
        originId: 'ingress',
        // Inside the VPC: the balancer has no domain, so no certificate.
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
      description: 'What clients call',
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
      // Nothing here uses the default group; closing it would take a custom resource with a function of its own.
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

  /** What fills a task: bytes, which take its processor, and many bodies at a time, which take its memory. */
  private addAutoScaling({ service, targetGroup }: ApplicationLoadBalancedFargateService): void {
    const scaling = service.autoScaleTaskCount(tasks);
    scaling.scaleOnCpuUtilization('Processor', { targetUtilizationPercent: 60 });
    scaling.scaleOnRequestCount('Bodies', { targetGroup, requestsPerTarget: requestsPerTaskAndMinute });
  }

  /** One by one: a pattern would let the ingress call the operator's function, or another stage's. */
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
      // An origin exists in a distribution only with a behavior of its own; nothing is asked for under this path.
      additionalBehaviors: { '/ingress/*': { ...commonBehavior, origin: ingress } },
    });
  }
}
