import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Condition: z.string().optional(),
});

const Output = z.object({ Value: z.unknown(), Export: z.object({ Name: z.unknown() }).optional() });

const Template = z.object({
  Resources: z.record(z.string(), Resource).default({}),
  Outputs: z.record(z.string(), Output).default({}),
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown() })).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
});

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({ type: z.string(), properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

const StackProperties = z.object({ templateFile: z.string(), stackName: z.string().optional() });
const AssetsProperties = z.object({ file: z.string() });

const Assets = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string().optional() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

export interface Stack {
  name: string;
  template: z.infer<typeof Template>;
}

/** A CDK cloud assembly (`cdk.out`) with unresolved templates. */
export interface Assembly {
  stacks: Stack[];
  /** The file or folder of each asset, by the object key under which a deployment uploads it. */
  assetPaths: Map<string, string>;
}

export function readAssembly(dir: string): Assembly {
  const artifacts = Object.entries(readJson(join(dir, 'manifest.json'), Manifest).artifacts);
  return {
    stacks: artifacts
      .filter(([, artifact]) => artifact.type === 'aws:cloudformation:stack')
      .map(([id, artifact]) => readStack(dir, id, artifact.properties)),
    assetPaths: new Map(
      artifacts
        .filter(([, artifact]) => artifact.type === 'cdk:asset-manifest')
        .flatMap(([, artifact]) => readAssets(dir, artifact.properties)),
    ),
  };
}

function readStack(dir: string, artifactId: string, properties: unknown): Stack {
  const { stackName, templateFile } = StackProperties.parse(properties);
  return { name: stackName ?? artifactId, template: readJson(join(dir, templateFile), Template) };
}

function readAssets(dir: string, properties: unknown): [objectKey: string, path: string][] {
  const { files } = readJson(join(dir, AssetsProperties.parse(properties).file), Assets);
  return Object.values(files).flatMap(({ source, destinations }) => {
    const { path } = source;
    if (path === undefined) return [];
    return Object.values(destinations).map(({ objectKey }): [string, string] => [
      objectKey,
      resolve(dir, path),
    ]);
  });
}

function readJson<S extends z.ZodType>(file: string, schema: S): z.infer<S> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success)
    throw new Error(`${file} does not have the format that CDK writes:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
