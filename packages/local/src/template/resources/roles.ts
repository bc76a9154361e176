import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { PolicyDocument, RoleSpec } from '../deployment';
import { where, type Resource } from '../scope';
import { TemplateError } from '../template-error';

export const Document = z.object({
  Version: z.string().default('2012-10-17'),
  Statement: z.preprocess(
    (statements) => (Array.isArray(statements) ? statements : [statements]),
    z.array(z.record(z.string(), z.unknown())),
  ),
});

const RoleProperties = z.object({
  AssumeRolePolicyDocument: Document,
  ManagedPolicyArns: z.array(z.string()).default([]),
  Policies: z.array(z.object({ PolicyName: z.string(), PolicyDocument: Document })).default([]),
});

const AttachedProperties = z.object({
  PolicyDocument: Document,
  Roles: z.array(z.string()).default([]),
});

type Policy = RoleSpec['policies'][number];

/** The roles under which our code runs here. Roles of other services (flow logs, custom resources) are left out. */
export function readRoles(cloud: Cloud): RoleSpec[] {
  const attached = readAttached(cloud, 'AWS::IAM::Policy');
  const managed = readAttached(cloud, 'AWS::IAM::ManagedPolicy');
  return cloud
    .resources('AWS::IAM::Role')
    .filter((role) => isOurs(role))
    .map((role) => {
      const name = cloud.name(role);
      const properties = cloud.read(role, RoleProperties);
      return {
        arn: cloud.arn(role),
        policies: [
          ...properties.Policies.map((each) => ({ name: each.PolicyName, document: each.PolicyDocument })),
          ...[...attached, ...managed].filter((each) => each.roles.includes(name)).map((each) => each.policy),
          ...properties.ManagedPolicyArns.map((arn) => findManaged(role, arn, managed)),
        ],
      };
    });
}

const ourPrincipals = ['lambda.amazonaws.com', 'scheduler.amazonaws.com', 'ecs-tasks.amazonaws.com'];

function isOurs(role: Resource): boolean {
  const trust = JSON.stringify(role.properties['AssumeRolePolicyDocument'] ?? '');
  return ourPrincipals.some((principal) => trust.includes(principal));
}

interface Attached {
  arn: string | undefined;
  roles: string[];
  policy: Policy;
}

function readAttached(cloud: Cloud, type: string): Attached[] {
  return cloud.resources(type).map((resource) => {
    const { PolicyDocument, Roles } = cloud.read(resource, AttachedProperties);
    return {
      arn: type === 'AWS::IAM::ManagedPolicy' ? cloud.arn(resource) : undefined,
      roles: Roles,
      policy: { name: cloud.name(resource), document: PolicyDocument },
    };
  });
}

function findManaged(role: Resource, arn: string, managed: Attached[]): Policy {
  const own = managed.find((each) => each.arn === arn);
  if (own) return own.policy;
  const name = arn.split('/').at(-1) ?? arn;
  if (logWriters.includes(name)) return { name, document: writeLogs };
  throw new TemplateError(`${where(role)}.ManagedPolicyArns`, `${arn} is not known to the local runtime`);
}

const logWriters = [
  'AWSLambdaBasicExecutionRole',
  'AmazonAPIGatewayPushToCloudWatchLogs',
  'AmazonECSTaskExecutionRolePolicy',
];

const writeLogs: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: '*',
    },
  ],
};
