import type { DoctorContext } from './context';

/** A command of the AWS CLI for this account and Region, to be pasted. */
export function awsCommand({ region, target }: DoctorContext, command: string): string {
  const profile = target.kind === 'deployed' && target.profile ? ` --profile ${target.profile}` : '';
  return `aws ${command}${region ? ` --region ${region}` : ''}${profile}`;
}

/** A command of the operator's command line, where the doctor looked. */
export function adminCommand({ target }: DoctorContext, command: string): string {
  if (target.kind === 'local') return `npm run admin -- ${command} --local=${target.dataDir}`;
  const { stage, region, profile } = target;
  const targetOptions = [
    ...(stage === 'prod' ? [] : [`--stage ${stage}`]),
    ...(region ? [`--region ${region}`] : []),
    ...(profile ? [`--profile ${profile}`] : []),
  ];
  return ['npm run admin --', command, ...targetOptions].join(' ');
}

/** A page of the console, by what stands before and behind the `#`. */
export const consolePage = ({ region }: DoctorContext, path: string, fragment = ''): string =>
  `https://${region}.console.aws.amazon.com/${path}?region=${region}${fragment && `#/${fragment}`}`;

/** Whom the answer comes from. */
export const describeCall = ({ region }: DoctorContext, action: string, detail = ''): string =>
  [action, detail, region && `in ${region}`].filter(Boolean).join(' ');
