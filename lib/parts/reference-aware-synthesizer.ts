import {
  DefaultStackSynthesizer,
  Stack,
  Stage,
  type FileAssetSource,
  type ISynthesisSession,
} from 'aws-cdk-lib';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, parseStackOutput, readTemplate, type StackOutput, type Template } from './template';

type LookupRole = [arn?: string, externalId?: string, options?: Record<string, unknown>];

/**
 * If a resource refers to another stack, adds a hash of the referenced resources' definitions to the resource.
 * CloudFormation resolves `Fn::GetStackOutput` only when it updates a stack, and does not update a stack whose template
 * has not changed. Without the hash, functions that send to a replaced queue would keep the old queue's address
 * (docs/decisions/0032-references-between-stacks.md).
 */
export class ReferenceAwareSynthesizer extends DefaultStackSynthesizer {
  protected override synthesizeTemplate(
    session: ISynthesisSession,
    ...lookupRole: LookupRole
  ): FileAssetSource {
    const asset = super.synthesizeTemplate(session, ...lookupRole);
    const { outdir } = session.assembly;
    const file = join(outdir, this.boundStack.templateFile);
    const templateOf = templatesIn(outdir, Stage.of(this.boundStack));
    // The template is written without indentation. Indentation would be a third of the bytes that CloudFormation
    // counts.
    const text = JSON.stringify(withReferenceHashes(readTemplate(file), templateOf));
    writeFileSync(file, text);
    // The CDK uploads the template under its hash. With the old hash, the CDK would skip the upload of the changed
    // template.
    return { ...asset, sourceHash: sha256(text) };
  }
}

function withReferenceHashes(template: Template, templateOf: TemplateOf): Template {
  for (const resource of Object.values(template.Resources)) {
    const outputs = argumentsOf('Fn::GetStackOutput', resource.Properties).map(parseStackOutput);
    if (outputs.length === 0) continue;
    const definitions = outputs.map((output) => definitionsOf(output, templateOf));
    resource.Metadata = { ...resource.Metadata, RefersTo: sha256(JSON.stringify(definitions)).slice(0, 16) };
  }
  return template;
}

/**
 * The types that CloudFormation never replaces when a property changes. Without this set,
 * every new route would update all functions, which refer to the REST API:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-restapi.html
 */
const typesNeverReplaced = new Set(['AWS::ApiGateway::RestApi']);

/**
 * Returns the type and the properties of the resources that the output describes. If CloudFormation replaces a resource
 * under the same logical ID, its properties have changed.
 */
function definitionsOf({ StackName, OutputName }: StackOutput, templateOf: TemplateOf): unknown[] {
  const { Resources, Outputs = {} } = templateOf(StackName);
  const value = Outputs[OutputName]?.Value;
  const ids = [
    ...argumentsOf('Ref', value),
    ...argumentsOf('Fn::GetAtt', value).map((path) => [path].flat()[0]),
  ];
  return ids.flatMap((id) => {
    const resource = Resources[String(id)];
    if (!resource) return [];
    const { Type, Properties } = resource;
    return [typesNeverReplaced.has(Type) ? [id, Type] : [id, Type, Properties]];
  });
}

type TemplateOf = (stackName: string) => Template;

/**
 * Returns a function that reads templates from the folder, by the name of the stack. The CDK synthesizes a stack after
 * the stacks that the stack refers to, so their templates are already in the folder.
 */
function templatesIn(outdir: string, stage: Stage | undefined): TemplateOf {
  const cache = new Map<string, Template>();
  const stacks = stage?.node.children.filter(Stack.isStack) ?? [];
  return (stackName) => {
    const cached = cache.get(stackName);
    if (cached) return cached;
    const stack = stacks.find((candidate) => candidate.stackName === stackName);
    if (!stack) throw new Error(`The stack ${stackName} is not next to the stacks that refer to it`);
    const template = readTemplate(join(outdir, stack.templateFile));
    cache.set(stackName, template);
    return template;
  };
}

/** Returns the argument of each use of an intrinsic function in a value. */
function argumentsOf(intrinsic: string, value: unknown): unknown[] {
  return entriesOf(value).flatMap(([key, inner]) =>
    key === intrinsic ? [inner] : argumentsOf(intrinsic, inner),
  );
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
