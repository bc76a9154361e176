import { SettingsError } from '../../../../lib/settings-error';
import { ignoreClosedOutput } from '../../../local/src/machine/ignore-closed-output';

/** Runs a program with its arguments, and exits with the code that `main` returns, or with 1 if the settings are invalid. */
export async function runProgram(main: (args: string[]) => Promise<number>): Promise<void> {
  ignoreClosedOutput();
  prepareAwsSdk();
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function prepareAwsSdk(): void {
  const { env } = process;
  // The AWS SDK warns about Node 20 in each program, although this version of the SDK supports it.
  env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  // The AWS CLI and the CDK also read the variables with DEFAULT. Without them, the programs would look in another
  // account or Region.
  for (const name of ['REGION', 'PROFILE'])
    if (!env[`AWS_${name}`] && env[`AWS_DEFAULT_${name}`]) env[`AWS_${name}`] = env[`AWS_DEFAULT_${name}`];
}
