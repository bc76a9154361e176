import { stackName } from '../../../../lib/parts/stack-names';
import { serviceVersion } from '../../../../shared/core/version';
import { compareVersions } from '../deploy/compare-versions';
import { fetchDeployedVersion } from '../deploy/deployed-version';
import { describeCall } from './aws-command';
import { observation, type Check, type Finding } from './check';
import { commandLine } from '../distribution';

export const version: Check = {
  id: 'stacks.version',
  title: 'the deployed version is the version of this checkout',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    const deployed = await fetchDeployedVersion(ctx);
    const seen = `deployed ${deployed ?? 'without a version'}, this checkout ${serviceVersion}`;
    const evidence = `${describeCall(ctx, 'cloudformation:DescribeStacks')}: output Version ${deployed ?? 'none'}`;
    const problem = assessVersion(deployed);
    return observation(
      seen,
      evidence,
      problem ? [{ subject: stackName(ctx.stage, 'Api'), evidence, ...problem }] : [],
    );
  },
};

/** Releases before the output existed have no version, and are older than this checkout. */
function assessVersion(deployed: string | undefined): Omit<Finding, 'subject' | 'evidence'> | undefined {
  const difference = deployed === undefined ? -1 : compareVersions(deployed, serviceVersion);
  if (difference < 0)
    return {
      outcome: 'warn',
      problem: 'the deployment is older than this checkout, so the other checks may not apply to it',
      fix: commandLine('deploy'),
    };
  if (difference > 0)
    return {
      outcome: 'fail',
      problem: 'the deployment is newer than this checkout, which must not be deployed',
      fix: `git fetch --tags, then check out version ${deployed}`,
    };
  return undefined;
}
