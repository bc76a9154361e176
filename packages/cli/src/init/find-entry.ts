import { existsSync } from 'node:fs';
import { refusalToChange } from './refusals';

/** Returns the source file that creates the app, which the setting `app` of cdk.json runs. */
export function findEntry(cdkJson: string): string {
  const command = appCommand(cdkJson);
  const programs = command.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));
  const program = programs.find((word) => /\.[cm]?[jt]s$/.test(word));
  if (!program)
    throw refusalToChange(
      `cdk.json runs the app with "${command}", which names no TypeScript or JavaScript file. The construct supports ` +
        'only these languages',
    );
  const source = [program.replace(/js$/, 'ts'), program].find((file) => existsSync(file));
  if (!source || isBuildOutput(source))
    throw refusalToChange(
      `cdk.json runs the app with "${command}", but the source file of ${program} is unknown`,
    );
  return source;
}

/** Changes in these folders would be lost at the next build. */
const isBuildOutput = (file: string): boolean => /(^|\/)(dist|build|out|\.build)\//.test(file);

function appCommand(cdkJson: string): string {
  try {
    const { app } = JSON.parse(cdkJson) as { app?: unknown };
    if (typeof app === 'string') return app;
  } catch (error) {
    throw refusalToChange(`cdk.json is not valid JSON: ${(error as Error).message}`);
  }
  throw refusalToChange('cdk.json has no setting "app", the command that runs the app');
}
