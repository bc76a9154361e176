import type { CommandDetails } from '../command-line/command';
import { refuseWithoutCdkApp } from '../distribution';
import { deployOptions } from './options';

/** The command in the package, which has no CDK app to deploy: it says where to deploy. */
export const deployCommand: CommandDetails = {
  args: [],
  options: deployOptions,
  acceptsOthers: true,
  examples: [['carrier-nest deploy --region eu-west-1', 'deploy to a Region, in a clone of the repository']],
  run: () => {
    refuseWithoutCdkApp('carrier-nest deploy');
    return Promise.resolve(1);
  },
};
