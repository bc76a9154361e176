import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  RecursiveLoop,
  Function as LambdaFunction,
  Runtime,
  RuntimeFamily,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Need } from '../../shared/core/needs';
import { bundleDir } from '../bundling/code-folders';
import { retentionByDays } from './log-retention';
import { resolveNeeds } from './needs';
import type { Resources } from './resources';
import type { Settings } from '../settings';

export interface ServiceFunctionProps {
  /** The name of the route or job. */
  name: string;
  description: string;
  needs: readonly Need[];
  timeoutSeconds: number;
  memoryMb?: number | undefined;
  /**
   * Whether the function's messages can cause further messages to the same function. Unless this loop is allowed,
   * Lambda stops it after 16 invocations.
   */
  isInLoop?: boolean;
  resources: Resources;
  settings: Settings;
}

/**
 * The prefix of function names. The name of the route or job follows the prefix. Logs, alarms and the ingress refer to
 * functions by name.
 */
export const functionPrefix = (stage: string): string => `carrier-nest-${stage}-`;

/** A Lambda function with a separate log group and a role that has exactly the permissions of the function's needs. */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, props: ServiceFunctionProps) {
    const functionName = `${functionPrefix(props.settings.stage)}${props.name}`;
    const { statements, environment } = resolveNeeds(props.needs, props.resources);
    const logGroup = new LogGroup(scope, `${props.name}Logs`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: retentionByDays[props.settings.logRetentionDays],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, props.name, {
      functionName,
      description: props.description,
      runtime: new Runtime('nodejs24.x', RuntimeFamily.NODEJS),
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(bundleDir(props.name)),
      role: createRole(scope, props.name, [...statements, logStatement(logGroup)]),
      environment,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.isInLoop && { recursiveLoop: RecursiveLoop.ALLOW }),
      memorySize: props.memoryMb ?? 512,
      logGroup,
    });
  }
}

const createRole = (scope: Construct, name: string, statements: PolicyStatement[]): Role =>
  new Role(scope, `${name}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { needs: new PolicyDocument({ statements }) },
  });

const logStatement = (logGroup: ILogGroup): PolicyStatement =>
  new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
