import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { EventSourceMapping, FunctionSpec, PermissionSpec } from '../deployment';
import { resourcePath, type Resource } from '../scope';
import { TemplateError } from '../template-error';
import { cfnBoolean } from './cfn-boolean';

const FunctionProperties = z.object({
  Code: z.object({ S3Key: z.string().optional() }),
  Handler: z.string(),
  Role: z.string(),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  RecursiveLoop: z.enum(['Allow', 'Terminate']).default('Terminate'),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
});

export function readFunctions(cloud: Cloud): FunctionSpec[] {
  return cloud.resources('AWS::Lambda::Function').map((resource) => {
    const properties = cloud.read(resource, FunctionProperties);
    return {
      name: cloud.name(resource),
      arn: cloud.arn(resource),
      codeDir: codeDir(cloud, resource, properties.Code.S3Key),
      handler: properties.Handler,
      environment: replaceKnown(properties.Environment?.Variables ?? {}, cloud.options.environment ?? {}),
      timeoutMs: properties.Timeout * 1000,
      memoryMb: properties.MemorySize,
      roleArn: properties.Role,
    };
  });
}

/** The variables, with the values of `replacements` for the names that exist. */
const replaceKnown = (variables: Record<string, string>, replacements: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, replacements[name] ?? value]));

function codeDir(cloud: Cloud, resource: Resource, objectKey: string | undefined): string {
  const path = objectKey === undefined ? undefined : cloud.assembly.assetPaths.get(objectKey);
  if (path === undefined)
    throw new TemplateError(`${resourcePath(resource)}.Code`, 'is not an asset of the assembly');
  return path;
}

const MappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: cfnBoolean.default(true),
  BatchSize: z.coerce.number().default(10),
  MaximumBatchingWindowInSeconds: z.coerce.number().default(0),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number().optional() }).optional(),
});

export function readMappings(cloud: Cloud): EventSourceMapping[] {
  const recursiveFunctions = new Set(
    cloud
      .resources('AWS::Lambda::Function')
      .filter((resource) => cloud.read(resource, FunctionProperties).RecursiveLoop === 'Allow')
      .map((resource) => cloud.name(resource)),
  );
  return cloud
    .resources('AWS::Lambda::EventSourceMapping')
    .map((resource) => cloud.read(resource, MappingProperties))
    .filter((mapping) => mapping.Enabled)
    .map((mapping) => ({
      queueArn: mapping.EventSourceArn,
      functionName: functionNameOf(mapping.FunctionName),
      batchSize: mapping.BatchSize,
      batchWindowMs: mapping.MaximumBatchingWindowInSeconds * 1000,
      reportsItemFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
      concurrencyMax: mapping.ScalingConfig?.MaximumConcurrency,
      allowsRecursion: recursiveFunctions.has(functionNameOf(mapping.FunctionName)),
    }));
}

const PermissionProperties = z.object({
  FunctionName: z.string(),
  Action: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});

export function readPermissions(cloud: Cloud): PermissionSpec[] {
  return cloud.resources('AWS::Lambda::Permission').map((resource) => {
    const { FunctionName, Action, Principal, SourceArn } = cloud.read(resource, PermissionProperties);
    return {
      functionName: functionNameOf(FunctionName),
      action: Action,
      principal: Principal,
      sourceArn: SourceArn,
    };
  });
}

function functionNameOf(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? nameOrArn) : nameOrArn;
}
