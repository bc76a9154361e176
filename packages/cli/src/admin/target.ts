import type { ParsedValues } from './options';

/** Which service acts. */
export type Target =
  | { kind: 'deployed'; stage: string; region: string | undefined; profile: string | undefined }
  | { kind: 'local'; dataDir: string };

/** Options of a command that says where it acts. */
export interface OptionHelp {
  hint?: string;
  summary: string;
}

export const localOption: OptionHelp = {
  hint: 'DIR',
  summary: 'instead, the runtime that npm start runs with its data in DIR (.local)',
};

export const deploymentOptions: Record<string, OptionHelp> = {
  stage: { hint: 'STAGE', summary: 'the deployment, by its stage; prod unless given' },
  region: { hint: 'REGION', summary: "its AWS Region; your AWS configuration's unless given" },
  profile: { hint: 'PROFILE', summary: 'a profile of your AWS configuration' },
};

/** `--local` may stand alone. */
export const expandLocalFlag = (args: readonly string[]): string[] =>
  args.map((arg) => (arg === '--local' ? '--local=.local' : arg));

export function readTarget({ local, stage, region, profile }: ParsedValues): Target {
  if (typeof local === 'string') return { kind: 'local', dataDir: local };
  return {
    kind: 'deployed',
    stage: asString(stage) ?? 'prod',
    region: asString(region),
    profile: asString(profile),
  };
}

const asString = (value: ParsedValues[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
