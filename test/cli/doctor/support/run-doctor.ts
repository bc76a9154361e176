import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Finding, Outcome } from '../../../../packages/cli/src/doctor/check';
import type { Report } from '../../../../packages/cli/src/doctor/report';

export interface DoctorResult {
  exitCode: number | null;
  out: string;
  err: string;
}

/** Credentials that the doctor must never print. */
export const secrets = { key: 'n0t-f0r-any0dys-eyes', token: 'neither-is-the-token-of-a-session' };

/** AWS credentials for the doctor, so that the doctor does not use the AWS settings of the machine. */
export const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIAROBIN',
  AWS_SECRET_ACCESS_KEY: secrets.key,
  AWS_SESSION_TOKEN: secrets.token,
  AWS_REGION: 'us-east-1',
};

const programArgs = ['--import', require.resolve('tsx'), resolve('packages/cli/src/main.ts'), 'doctor'];

/** Runs the program as `npm run doctor -- …` does. */
export async function runDoctor(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = '.',
): Promise<DoctorResult> {
  const inheritedEnvironment = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'));
  const child = spawn(process.execPath, [...programArgs, ...args], {
    cwd,
    env: {
      ...Object.fromEntries(inheritedEnvironment),
      AWS_CONFIG_FILE: '/nowhere',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
      AWS_EC2_METADATA_DISABLED: 'true',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [exitCode] = await once(child, 'exit');
  return { exitCode, out: await out, err: await err };
}

export const parseReport = ({ out }: DoctorResult): Report => JSON.parse(out) as Report;

/** Returns the checks that warn or fail, with their findings. */
export const problemsOf = (
  report: Report,
): { id: string; outcome: Outcome; findings: readonly Finding[] }[] =>
  report.checks
    .filter(({ outcome }) => outcome === 'warn' || outcome === 'fail')
    .map(({ id, outcome, findings }) => ({ id, outcome, findings }));

export const idsOf = (report: Report, outcome: Outcome): string[] =>
  report.checks.filter((check) => check.outcome === outcome).map(({ id }) => id);
