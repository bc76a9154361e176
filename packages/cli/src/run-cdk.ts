import { spawnSync } from 'node:child_process';

/** Runs the CDK CLI, whose output the user sees, and returns its exit code. */
export const runCdk = (...args: string[]): number => spawnSync('cdk', args, { stdio: 'inherit' }).status ?? 1;
