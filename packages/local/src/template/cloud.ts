import { z } from 'zod';
import type { Assembly, Stack } from './assembly';
import { identityOf } from './identity';
import { conditionHolds, resolveIntrinsics } from './intrinsics';
import { resourcePath, type CloudOptions, type CloudView, type Resource, type Scope } from './scope';
import { TemplateError } from './template-error';

/** The stacks as if they were deployed to one account. Finds resources and resolves their names and properties. */
export class Cloud implements CloudView {
  private readonly exportsByName = new Map<string, { stack: Stack; value: unknown; location: string }>();

  constructor(
    readonly assembly: Assembly,
    readonly options: CloudOptions,
  ) {
    for (const stack of assembly.stacks) this.indexExports(stack);
  }

  /** All resources of these types whose condition is true. */
  resources(...types: string[]): Resource[] {
    return this.assembly.stacks.flatMap((stack) =>
      Object.keys(stack.template.Resources)
        .map((id) => this.resource(stack, id))
        .filter((resource) => types.includes(resource.type) && this.exists(resource)),
    );
  }

  resource(stack: Stack, id: string, location = `${stack.name}/${id}`): Resource {
    const found = stack.template.Resources[id];
    if (!found) throw new TemplateError(location, `there is no resource "${id}"`);
    return { stack, id, type: found.Type, properties: found.Properties };
  }

  /** Resolves only the properties in the schema, because other properties may refer to unsupported resources. */
  read<S extends z.ZodObject>(resource: Resource, schema: S): z.infer<S> {
    const picked: Record<string, unknown> = {};
    for (const key of Object.keys(schema.shape)) picked[key] = this.property(resource, key);
    const parsed = schema.safeParse(picked);
    if (!parsed.success) throw new TemplateError(resourcePath(resource), z.prettifyError(parsed.error));
    return parsed.data;
  }

  property(resource: Resource, key: string): unknown {
    return resolveIntrinsics(
      resource.properties[key],
      this.scope(resource.stack, `${resourcePath(resource)}.${key}`),
    );
  }

  name(resource: Resource): string {
    return identityOf(this, resource).name;
  }

  arn(resource: Resource): string {
    return identityOf(this, resource).attribute('Arn');
  }

  importValue(name: string, location: string): unknown {
    const found = this.exportsByName.get(name);
    if (!found) throw new TemplateError(location, `no stack exports "${name}"`);
    return resolveIntrinsics(found.value, this.scope(found.stack, found.location));
  }

  stackOutput(stackName: string, outputName: string, location: string): unknown {
    const stack = this.assembly.stacks.find(({ name }) => name === stackName);
    const output = stack?.template.Outputs[outputName];
    if (!stack || !output)
      throw new TemplateError(location, `the stack "${stackName}" has no output "${outputName}"`);
    return resolveIntrinsics(output.Value, this.scope(stack, `${stackName}/Outputs.${outputName}`));
  }

  private exists({ stack, id }: Resource): boolean {
    const condition = stack.template.Resources[id]?.Condition;
    return condition === undefined || conditionHolds(condition, this.scope(stack, `${stack.name}/${id}`));
  }

  private indexExports(stack: Stack): void {
    for (const [id, output] of Object.entries(stack.template.Outputs)) {
      if (!output.Export) continue;
      const location = `${stack.name}/Outputs.${id}`;
      const name = z.string().parse(resolveIntrinsics(output.Export.Name, this.scope(stack, location)));
      this.exportsByName.set(name, { stack, value: output.Value, location });
    }
  }

  private scope(stack: Stack, location: string): Scope {
    return { cloud: this, stack, location };
  }
}
