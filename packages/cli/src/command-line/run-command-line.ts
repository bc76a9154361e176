import { CommanderError } from 'commander';
import { commands } from '../commands';
import { distribution } from '../distribution';
import { buildProgram } from './build-program';
import { CommandError } from './command-error';

/** Runs the command that the arguments name, and returns the exit code (exit-codes.ts). */
export async function runCommandLine(cliArgs: readonly string[]): Promise<number> {
  const args = putHelpLast(expandLocalFlag(cliArgs));
  const chosen = commands.find(({ name }) => name === args.find((arg) => !arg.startsWith('-')));
  const outcome = { exitCode: 0 };
  try {
    const program = buildProgram(
      commands,
      chosen && { entry: chosen, details: await chosen.load() },
      outcome,
    );
    await program.parseAsync(args, { from: 'user' });
    return outcome.exitCode;
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** `--local` without a value means the default data folder, and never takes the next argument as its value. */
const expandLocalFlag = (args: readonly string[]): string[] =>
  args.map((arg) => (arg === '--local' ? `--local=${distribution.dataDir}` : arg));

/** Lets the user add `--help` before the name of the command. */
const putHelpLast = (args: readonly string[]): string[] =>
  args.includes('--help') ? [...args.filter((arg) => arg !== '--help'), '--help'] : [...args];
