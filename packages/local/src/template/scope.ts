import type { Stack } from './assembly';

export interface CloudOptions {
  region: string;
  accountId: string;
  /** The address at which the SQS stand-in serves a queue. */
  queueUrl: (name: string) => string;
  /** Values of template parameters, in place of their defaults. */
  parameters?: Record<string, string>;
}

export interface Resource {
  stack: Stack;
  id: string;
  type: string;
  properties: Record<string, unknown>;
}

export function resourcePath(resource: Resource): string {
  return `${resource.stack.name}/${resource.id}`;
}

/** The deployed stacks, as far as the value of a property can refer to them. */
export interface CloudView {
  readonly options: CloudOptions;
  /** The resource of that logical id in the stack. */
  resource(stack: Stack, id: string, location: string): Resource;
  /** The resource's property, with what it refers to in its place. */
  property(resource: Resource, key: string): unknown;
  importValue(name: string, location: string): unknown;
  stackOutput(stackName: string, outputName: string, location: string): unknown;
}

/** Where in the templates a value stands. */
export interface Scope {
  cloud: CloudView;
  stack: Stack;
  /** Logical id and path, for error messages. */
  location: string;
}
