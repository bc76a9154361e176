import { spawnSync } from 'node:child_process';
import { stackName } from '../../../lib/parts/stack-names';

/** Runs the CDK CLI, whose output the user sees, and returns its exit code. */
export const runCdk = (...args: string[]): number => run('cdk', args);

/** Checks the templates of all presets and of the settings, which takes minutes, and returns the exit code. */
export const runTemplateChecks = (): number => run('npm', ['run', 'check:synth']);

const run = (command: string, args: readonly string[]): number =>
  spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;

/**
 * Writes the templates of all stacks to the folder. Because the command selects a single stack, the CDK does not print
 * its advice on how to display the template of one of several stacks.
 */
export const runCdkSynth = (stage: string, outdir: string): number =>
  runCdk('synth', '--quiet', '--output', outdir, stackName(stage, 'Data'), '--exclusively');
