import type { Stack } from './assembly';

export interface CloudOptions {
  region: string;
  accountId: string;
  /** The URL of a queue in the SQS stand-in. */
  queueUrl: (name: string) => string;
  /** Values of template parameters, which override the parameters' defaults. */
  parameters?: Record<string, string>;
  /** Values that replace those of the functions' environment variables. */
  environment?: Record<string, string> | undefined;
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

/** The deployed stacks, for resolving references in properties. */
export interface CloudView {
  readonly options: CloudOptions;
  /** The resource with this logical id in the stack. */
  resource(stack: Stack, id: string, location: string): Resource;
  /** The resource's property, with references resolved. */
  property(resource: Resource, key: string): unknown;
  importValue(name: string, location: string): unknown;
  stackOutput(stackName: string, outputName: string, location: string): unknown;
}

/** The location of a value in the templates. */
export interface Scope {
  cloud: CloudView;
  stack: Stack;
  /** The logical id and path, for error messages. */
  location: string;
}
