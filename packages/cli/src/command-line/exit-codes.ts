/** The exit codes of all commands, as `--help` shows them. */
export const exitCodes: readonly [code: string, meaning: string][] = [
  ['0', 'success: no check failed'],
  ['1', 'the command or a check failed'],
  ['2', 'the command line is invalid'],
  ['other', 'the exit code of the CDK (only deploy)'],
];
