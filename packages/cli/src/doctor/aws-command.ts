import type { Ctx } from './context';

/** A command of the AWS CLI for this account and Region, to be pasted. */
export function aws({ region, place }: Ctx, command: string): string {
  const profile = place.kind === 'deployed' && place.profile ? ` --profile ${place.profile}` : '';
  return `aws ${command}${region ? ` --region ${region}` : ''}${profile}`;
}

/** A command of the operator's command line, where the doctor looked. */
export function admin({ place }: Ctx, command: string): string {
  if (place.kind === 'local') return `npm run admin -- ${command} --local=${place.dataDir}`;
  const { stage, region, profile } = place;
  const where = [
    ...(stage === 'prod' ? [] : [`--stage ${stage}`]),
    ...(region ? [`--region ${region}`] : []),
    ...(profile ? [`--profile ${profile}`] : []),
  ];
  return ['npm run admin --', command, ...where].join(' ');
}

/** A page of the console, by what stands before and behind the `#`. */
export const consolePage = ({ region }: Ctx, path: string, place = ''): string =>
  `https://${region}.console.aws.amazon.com/${path}?region=${region}${place && `#/${place}`}`;

/** Whom the answer comes from. */
export const asked = ({ region }: Ctx, action: string, what = ''): string =>
  [action, what, region && `in ${region}`].filter(Boolean).join(' ');
