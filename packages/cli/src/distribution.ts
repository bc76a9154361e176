import { clone } from '../../local/src/start/clone';
import type { Distribution } from '../../local/src/start/distribution';
import { CommandError } from './command-line/command-error';

/** The distribution that contains this command. In the npm package, scripts/release/carrier-nest.ts replaces it. */
export const distribution: Distribution = clone;

/** The command line that runs a command of `carrier-nest` where the user is, such as `doctor --json`. */
export const { commandLine } = distribution;

/** Refuses a command that synthesizes the stacks, because the package has no CDK app. */
export function refuseWithoutCdkApp(command: string): void {
  if (distribution.hasCdkApp) return;
  throw new CommandError(
    `${command} needs the CDK app, which this package does not contain. Add the construct of @carrier-nest/cdk to a ` +
      'CDK app and run npx cdk deploy --all there, or run this command in a clone of the repository',
  );
}
