import { readdirSync } from 'node:fs';
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

/** Templates by the last part of the stack name, such as `Api`. */
export type Templates = Record<string, Template>;

/** A resource and its location. */
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
        readTemplate(join(assembly, file)),
      ]),
  );

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
