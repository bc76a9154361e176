import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { PolicyDocument, RoleSpec } from '../deployment';
import { resourcePath, type Resource } from '../scope';
import { TemplateError } from '../template-error';

export const Document = z.strictObject({
  Version: z.literal('2012-10-17').default('2012-10-17'),
  Id: z.string().optional(),
  Statement: z.preprocess(
    (statements): unknown[] => (Array.isArray(statements) ? statements : [statements]),
    z.array(z.record(z.string(), z.unknown())),
  ),
});

const RoleProperties = z.object({
  AssumeRolePolicyDocument: Document,
  ManagedPolicyArns: z.array(z.string()).default([]),
  Policies: z.array(z.object({ PolicyName: z.string(), PolicyDocument: Document })).default([]),
});

const AttachedPolicyProperties = z.object({
  PolicyDocument: Document,
  Roles: z.array(z.string()).default([]),
});

type Policy = RoleSpec['policies'][number];

/** The roles of functions, schedules and containers. Ignores roles of other services, such as flow logs. */
export function readRoles(cloud: Cloud): RoleSpec[] {
  const attached = readAttachedPolicies(cloud, 'AWS::IAM::Policy');
  const managed = readAttachedPolicies(cloud, 'AWS::IAM::ManagedPolicy');
  return cloud
    .resources('AWS::IAM::Role')
    .filter((role) => isRuntimeRole(role))
    .map((role) => {
      const name = cloud.name(role);
      const properties = cloud.read(role, RoleProperties);
      return {
        arn: cloud.arn(role),
        policies: [
          ...properties.Policies.map((candidate) => ({
            name: candidate.PolicyName,
            document: candidate.PolicyDocument,
          })),
          ...[...attached, ...managed]
            .filter((candidate) => candidate.roles.includes(name))
            .map((candidate) => candidate.policy),
          ...properties.ManagedPolicyArns.map((arn) => findManagedPolicy(role, arn, managed)),
        ],
      };
    });
}

const runtimePrincipals = ['lambda.amazonaws.com', 'scheduler.amazonaws.com', 'ecs-tasks.amazonaws.com'];

function isRuntimeRole(role: Resource): boolean {
  const trust = JSON.stringify(role.properties['AssumeRolePolicyDocument'] ?? '');
  return runtimePrincipals.some((principal) => trust.includes(principal));
}

interface AttachedPolicy {
  arn: string | undefined;
  roles: string[];
  policy: Policy;
}

function readAttachedPolicies(cloud: Cloud, type: string): AttachedPolicy[] {
  return cloud.resources(type).map((resource) => {
    const { PolicyDocument, Roles } = cloud.read(resource, AttachedPolicyProperties);
    return {
      arn: type === 'AWS::IAM::ManagedPolicy' ? cloud.arn(resource) : undefined,
      roles: Roles,
      policy: { name: cloud.name(resource), document: PolicyDocument },
    };
  });
}

function findManagedPolicy(role: Resource, arn: string, managed: AttachedPolicy[]): Policy {
  const ownPolicy = managed.find((candidate) => candidate.arn === arn);
  if (ownPolicy) return ownPolicy.policy;
  const name = arn.split('/').at(-1) ?? arn;
  if (logWriterPolicies.includes(name)) return { name, document: logWriterDocument };
  throw new TemplateError(
    `${resourcePath(role)}.ManagedPolicyArns`,
    `${arn} is not supported by the local runtime`,
  );
}

const logWriterPolicies = [
  'AWSLambdaBasicExecutionRole',
  'AmazonAPIGatewayPushToCloudWatchLogs',
  'AmazonECSTaskExecutionRolePolicy',
];

const logWriterDocument: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: '*',
    },
  ],
};
