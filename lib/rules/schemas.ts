import { SchemaValidator, TemplateFile, type StandardDiagnostic } from '@aws/cloudformation-validate';
import { renderComposedText } from './render';
import type { TemplateRule } from './rule';
import type { StackTemplate, Templates } from './template';

const validator = new SchemaValidator();

/**
 * Checks each resource against the CloudFormation schema of its type: unknown, required and read-only properties, types,
 * enumerations, patterns, and lengths. `npm run check:synth` also runs the other checks of the validator, which ignore
 * text that CloudFormation composes.
 */
export const resourcesMatchSchemas: TemplateRule = {
  name: 'ResourcesMatchSchemas',
  explanation:
    'CloudFormation or the service rejects the resource: the schema of its type does not allow the value',
  findViolations: (templates) =>
    Object.entries(templates).flatMap(([stack, template]) =>
      validator
        .validate(new TemplateText(withComposedText(templates, stack, template)))
        .filter(({ severity }) => severity !== 'INFO')
        .map((diagnostic) => describe(stack, diagnostic)),
    ),
};

/** A template that is not in a file. */
class TemplateText extends TemplateFile {
  constructor(private readonly template: StackTemplate) {
    super('');
  }

  override readBytes(): Uint8Array {
    return Buffer.from(JSON.stringify(this.template));
  }
}

const withComposedText = (templates: Templates, stack: string, template: StackTemplate): StackTemplate => ({
  ...template,
  // Not part of the template.
  dependencies: undefined,
  Resources: Object.fromEntries(
    Object.entries(template.Resources).map(([id, resource]) => [
      id,
      { ...resource, Properties: renderComposedText(templates, stack, resource.Properties) },
    ]),
  ),
});

const describe = (stack: string, { entity, propertyPath, ruleId, message }: StandardDiagnostic): string =>
  `${stack}/${entity?.logicalId ?? ''}: ${propertyPath ?? ''} ${message} (${ruleId})`;
