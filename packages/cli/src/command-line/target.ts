import { readSettings } from '../../../../lib/settings-file';
import { distribution } from '../distribution';
import type { Option, ParsedValues } from './command';

/** The service that a command acts on. */
export type Target =
  | { kind: 'deployed'; stage: string; region: string | undefined; profile: string | undefined }
  | { kind: 'local'; dataDir: string };

export const localOption: Option = {
  hint: 'DIR',
  summary: `use the local runtime with its data in DIR (default: ${distribution.dataDir}) instead of a deployment`,
  isValueOptional: true,
};

export const deploymentOptions = {
  stage: { hint: 'STAGE', summary: 'the stage of the deployment (default: the stage in the settings file)' },
  region: {
    hint: 'REGION',
    summary: 'the AWS Region of the deployment (default: the Region in your AWS configuration)',
  },
  profile: { hint: 'PROFILE', summary: 'a profile of your AWS configuration' },
} satisfies Record<string, Option>;

/** Reads the settings file only if the stage is needed and not given. */
export function readTarget({ local, stage, region, profile }: ParsedValues): Target {
  if (typeof local === 'string') return { kind: 'local', dataDir: local };
  return {
    kind: 'deployed',
    stage: asString(stage) ?? readSettings().stage,
    region: asString(region),
    profile: asString(profile),
  };
}

export const asString = (value: ParsedValues[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
