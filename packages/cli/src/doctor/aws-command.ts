import type { DoctorContext } from './context';
import { commandLine } from '../distribution';

/** Returns an AWS CLI command for this Region and profile, ready to paste. */
export function awsCommand({ region, target }: DoctorContext, command: string): string {
  const profile = target.kind === 'deployed' && target.profile ? ` --profile ${target.profile}` : '';
  return `aws ${command}${region ? ` --region ${region}` : ''}${profile}`;
}

/**
 * Returns an `admin` command for the target of the doctor. The command names the stage unless every default is
 * `prod`, because the operator may run the command with other settings.
 */
export function adminCommand({ target, settings }: DoctorContext, command: string): string {
  if (target.kind === 'local') return commandLine(`admin ${command} --local=${target.dataDir}`);
  const { stage, region, profile } = target;
  const targetOptions = [
    ...(stage === 'prod' && settings().stage === 'prod' ? [] : [`--stage ${stage}`]),
    ...(region ? [`--region ${region}`] : []),
    ...(profile ? [`--profile ${profile}`] : []),
  ];
  return commandLine(['admin', command, ...targetOptions].join(' '));
}

/** Returns the URL of an AWS console page. The fragment follows `#/`. */
export const consolePage = ({ region }: DoctorContext, path: string, fragment = ''): string =>
  `https://${region}.console.aws.amazon.com/${path}?region=${region}${fragment && `#/${fragment}`}`;

/** Describes the call that returned the evidence. */
export const describeCall = ({ region }: DoctorContext, action: string, detail = ''): string =>
  [action, detail, region && `in ${region}`].filter(Boolean).join(' ');
