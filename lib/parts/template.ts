import { readFileSync } from 'node:fs';

/** A resource of a template. Read the properties, which depend on the type, with `valueAt` and `listAt`. */
export interface Resource {
  Type: string;
  Properties?: unknown;
  Metadata?: Record<string, unknown>;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
  Parameters?: Record<string, { Default?: unknown }>;
}

/** The argument of `Fn::GetStackOutput`. */
export interface StackOutput {
  StackName: string;
  OutputName: string;
}

export const readTemplate = (file: string): Template =>
  // The CDK wrote the file, so the content is a template.
  JSON.parse(readFileSync(file, 'utf8')) as Template;

export function parseStackOutput(argument: unknown): StackOutput {
  const StackName = valueAt(argument, 'StackName');
  const OutputName = valueAt(argument, 'OutputName');
  if (typeof StackName !== 'string' || typeof OutputName !== 'string')
    throw new Error(`Fn::GetStackOutput must name a stack and an output: ${JSON.stringify(argument)}`);
  return { StackName, OutputName };
}

/** Returns the value at this path, or undefined if there is no value. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((parent, name) => entriesOf(parent).find(([key]) => key === name)?.[1], value);

/** Returns the list at this path, or an empty list if there is no value. */
export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const list = valueAt(value, ...path) ?? [];
  if (!Array.isArray(list)) throw new Error(`The template must have a list here: ${JSON.stringify(list)}`);
  return list;
}

/** Returns the fields of an object or the elements of a list, or an empty list for any other value. */
export const entriesOf = (value: unknown): [name: string, value: unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
