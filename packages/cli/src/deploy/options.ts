import type { Option, ParsedValues } from '../command-line/command';
import { asString, deploymentOptions } from '../command-line/target';

export interface DeployOptions {
  /** The AWS Region, which otherwise the AWS configuration determines. */
  region: string | undefined;
  /** The profile of the AWS configuration. */
  profile: string | undefined;
  allowsDowngrade: boolean;
  allowsDataLoss: boolean;
  /** The arguments for `cdk deploy`. */
  cdkArgs: readonly string[];
}

const { region, profile } = deploymentOptions;

/** `cdk deploy` checks all other options. */
export const deployOptions: Record<string, Option> = {
  region,
  profile,
  'allow-downgrade': { summary: 'deploy even if the deployed version is newer than this checkout' },
  'allow-data-loss': { summary: 'deploy even if resources with data are removed or replaced' },
};

export const readDeployOptions = (cdkArgs: readonly string[], values: ParsedValues): DeployOptions => ({
  region: asString(values['region']),
  profile: asString(values['profile']),
  allowsDowngrade: values['allow-downgrade'] === true,
  allowsDataLoss: values['allow-data-loss'] === true,
  cdkArgs,
});
