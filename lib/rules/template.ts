import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Resource {
  Type: string;
  // Whatever CloudFormation takes: each rule and test says what it expects of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Properties: any;
  Metadata?: Record<string, unknown>;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
}

/** By the last part of the stack's name: `Api`. */
export type Templates = Record<string, Template>;

/** A resource, and where it stands. */
export interface ResourceLocation {
  stack: string;
  id: string;
  resource: Resource;
}

export const readTemplates = (assembly: string): Templates =>
  Object.fromEntries(
    readdirSync(assembly)
      .filter((file) => file.endsWith('.template.json'))
      .map((file) => [
        stackPartOf(file.replace(/\.template\.json$/, '')),
        JSON.parse(readFileSync(join(assembly, file), 'utf8')) as Template,
      ]),
  );

export const resourcesOf = ({ Resources }: Template, type: string): [id: string, resource: Resource][] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

export const findResources = (templates: Templates, type: string): ResourceLocation[] =>
  Object.entries(templates).flatMap(([stack, template]) =>
    resourcesOf(template, type).map(([id, resource]) => ({ stack, id, resource })),
  );

export const formatLocation = ({ stack, id }: ResourceLocation): string => `${stack}/${id}`;

/** The resource that a value of this stack refers to, be it another stack's. */
export function resolveReference(
  templates: Templates,
  stack: string,
  value: unknown,
): ResourceLocation | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [[kind, argument] = ['', undefined]] = Object.entries(value) as [string, unknown][];
  if (kind === 'Fn::GetStackOutput') return resolveOutput(templates, argument as OutputName);
  const id = kind === 'Ref' ? argument : kind === 'Fn::GetAtt' ? (argument as unknown[])[0] : undefined;
  const resource = typeof id === 'string' ? templates[stack]?.Resources[id] : undefined;
  return resource && { stack, id: id as string, resource };
}

interface OutputName {
  StackName: string;
  OutputName: string;
}

function resolveOutput(
  templates: Templates,
  { StackName, OutputName }: OutputName,
): ResourceLocation | undefined {
  const stack = stackPartOf(StackName);
  return resolveReference(templates, stack, templates[stack]?.Outputs?.[OutputName]?.Value);
}

const stackPartOf = (name: string): string => name.split('-').at(-1) ?? name;
