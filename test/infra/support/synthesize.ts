import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Resource {
  Type: string;
  // Whatever CloudFormation takes: each test says what it expects of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Properties: any;
  DeletionPolicy?: string;
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, unknown>;
}

/** The templates that `bin/app.ts` makes of these settings, by the last part of the stack's name: `Api`. */
export async function synthesize(settings: Record<string, unknown>): Promise<Record<string, Template>> {
  const dir = `.build/test-${process.pid}-${String(settings['preset'])}`;
  mkdirSync(dir, { recursive: true });
  try {
    writeFileSync(join(dir, 'settings.json'), JSON.stringify(settings));
    await promisify(execFile)(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
      env: {
        ...process.env,
        CARRIER_NEST_BUILD: dir,
        CDK_OUTDIR: join(dir, 'assembly'),
        CARRIER_NEST_SETTINGS: join(dir, 'settings.json'),
      },
    });
    return readTemplates(join(dir, 'assembly'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const readTemplates = (assembly: string): Record<string, Template> =>
  Object.fromEntries(
    readdirSync(assembly)
      .filter((file) => file.endsWith('.template.json'))
      .map((file) => [
        /-(\w+)\.template/.exec(file)?.[1] ?? file,
        JSON.parse(readFileSync(join(assembly, file), 'utf8')) as Template,
      ]),
  );

export const resourcesOf = ({ Resources }: Template, type: string): [id: string, resource: Resource][] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);
