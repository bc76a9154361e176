import type { Given } from './options';

/** Which service acts. */
export type Place =
  | { kind: 'deployed'; stage: string; region: string | undefined; profile: string | undefined }
  | { kind: 'local'; dataDir: string };

/** Options of a command that says where it acts. */
export interface Where {
  hint?: string;
  summary: string;
}

export const localOption: Where = {
  hint: 'DIR',
  summary: 'instead, the runtime that npm start runs with its data in DIR (.local)',
};

export const deployment: Record<string, Where> = {
  stage: { hint: 'STAGE', summary: 'the deployment, by its stage; prod unless given' },
  region: { hint: 'REGION', summary: "its AWS Region; your AWS configuration's unless given" },
  profile: { hint: 'PROFILE', summary: 'a profile of your AWS configuration' },
};

/** `--local` may stand alone. */
export const withDataDir = (args: readonly string[]): string[] =>
  args.map((arg) => (arg === '--local' ? '--local=.local' : arg));

export function placeOf({ local, stage, region, profile }: Given): Place {
  if (typeof local === 'string') return { kind: 'local', dataDir: local };
  return {
    kind: 'deployed',
    stage: textOf(stage) ?? 'prod',
    region: textOf(region),
    profile: textOf(profile),
  };
}

const textOf = (value: Given[string]): string | undefined => (typeof value === 'string' ? value : undefined);
