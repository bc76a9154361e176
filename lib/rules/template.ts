import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  entriesOf,
  listAt,
  parseStackOutput,
  readTemplate,
  type Resource,
  type StackOutput,
  type Template,
} from '../parts/template';

export interface StackTemplate extends Template {
  /** The last parts of the names of the stacks that are deployed before this stack. */
  dependencies?: readonly string[];
}

/** Templates by the last part of the stack name, such as `Api`. */
export type Templates = Record<string, StackTemplate>;

/** A resource and its location. */
export interface ResourceLocation {
  stack: string;
  id: string;
  resource: Resource;
}

const suffix = '.template.json';

export function readTemplates(assembly: string): Templates {
  const dependenciesOf = readStackDependencies(assembly);
  return Object.fromEntries(
    readdirSync(assembly)
      .filter((file) => file.endsWith(suffix))
      .map((file) => {
        const name = file.slice(0, -suffix.length);
        const dependencies = dependenciesOf(name).map(stackPartOf);
        return [stackPartOf(name), { ...readTemplate(join(assembly, file)), dependencies }];
      }),
  );
}

/** Returns a function that lists the stacks deployed before a stack, according to the CDK's manifest. */
function readStackDependencies(assembly: string): (name: string) => string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8'));
  return (name) => listAt(manifest, 'artifacts', name, 'dependencies').map(String);
}

export const resourcesOf = ({ Resources }: Template, type: string): [id: string, resource: Resource][] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

export const findResources = (templates: Templates, type: string): ResourceLocation[] =>
  Object.entries(templates).flatMap(([stack, template]) =>
    resourcesOf(template, type).map(([id, resource]) => ({ stack, id, resource })),
  );

export const formatLocation = ({ stack, id }: ResourceLocation): string => `${stack}/${id}`;

/** Returns the resource that a value refers to, in this stack or another stack. */
export function resolveReference(
  templates: Templates,
  stack: string,
  value: unknown,
): ResourceLocation | undefined {
  const [[kind, argument] = ['', undefined]] = entriesOf(value);
  if (kind === 'Fn::GetStackOutput') return resolveOutput(templates, parseStackOutput(argument));
  const id = kind === 'Ref' ? argument : kind === 'Fn::GetAtt' ? listAt(argument)[0] : undefined;
  if (typeof id !== 'string') return undefined;
  const resource = templates[stack]?.Resources[id];
  return resource && { stack, id, resource };
}

function resolveOutput(
  templates: Templates,
  { StackName, OutputName }: StackOutput,
): ResourceLocation | undefined {
  const stack = stackPartOf(StackName);
  return resolveReference(templates, stack, templates[stack]?.Outputs?.[OutputName]?.Value);
}

export const stackPartOf = (name: string): string => name.split('-').at(-1) ?? name;
