import * as rules from '../../../lib/rules/template';
import type { ResourceLocation } from '../../../lib/rules/template';
import type * as parts from '../../../lib/parts/template';

/** A CloudFormation resource with untyped properties. */
export interface Resource extends parts.Resource {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test asserts the fields of this untyped JSON
  Properties?: any;
}

export interface Template extends rules.StackTemplate {
  Resources: Record<string, Resource>;
}

export type Templates = Record<string, Template>;

interface LocatedResource extends ResourceLocation {
  resource: Resource;
}

export const readTemplates: (assembly: string) => Templates = rules.readTemplates;

export const resourcesOf: (template: Template, type: string) => [id: string, resource: Resource][] =
  rules.resourcesOf;

export const findResources: (templates: Templates, type: string) => LocatedResource[] = rules.findResources;

export const resolveReference: (
  templates: Templates,
  stack: string,
  value: unknown,
) => LocatedResource | undefined = rules.resolveReference;
