import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readTemplates, type Templates } from './templates';

type Settings = Record<string, unknown>;

/** The templates for each settings object, in order. */
type TemplatesOf<EachSettings extends readonly Settings[]> = {
  -readonly [At in keyof EachSettings]: Templates;
};

let runCount = 0;

/** Returns the CDK app's templates by the last part of the stack name, such as `Api`. */
export async function synthesize(settings: Settings): Promise<Templates> {
  const [templates] = await synthesizeEach([settings]);
  return templates;
}

/** Synthesizes the templates for each settings object. Builds the code only once, because the build takes the most time. */
export async function synthesizeEach<const EachSettings extends readonly Settings[]>(
  eachSettings: EachSettings,
): Promise<TemplatesOf<EachSettings>> {
  const workDir = join('.build', `test-${process.pid}-${(runCount += 1)}`);
  const folders = eachSettings.map((_settings, index) => join(workDir, String(index)));
  for (const [index, folder] of folders.entries()) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(eachSettings[index]));
  }
  try {
    await runProgram('test/infra/support/synthesize-folders.ts', folders, {
      CARRIER_NEST_BUILD: join(workDir, 'code'),
    });
    return folders.map((folder) => readTemplates(join(folder, 'assembly'))) as TemplatesOf<EachSettings>;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Runs the program behind `cdk deploy`. Rejects with the program's output if the program refuses the settings. */
export const runApp = (environment: Record<string, string>): Promise<void> =>
  runProgram('bin/app.ts', [], environment);

async function runProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...args], {
    env: { ...process.env, ...environment },
  });
}
