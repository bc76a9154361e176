import { parseArgs, type ParseArgsConfig } from 'node:util';
import { AdminError } from './admin/admin-error';
import { administer } from './admin/administer';
import { usesApi, type CommandResult, type Command } from './admin/command';
import { commands } from './admin/commands';
import { commandHelp, overviewText, targetOptions } from './admin/help';
import { readFields, UsageError, type ParsedValues } from './admin/options';
import { readTarget, expandLocalFlag } from './admin/target';
import { runProgram } from './run-program';

/** Runs the operator's command line (docs/admin.md) and returns the exit code. */
async function main(cliArgs: readonly string[]): Promise<number> {
  const args = expandLocalFlag(cliArgs);
  const { positionals, values } = readLoosely(args);
  const command = commands.find(({ name }) => startsWithName(positionals, name));
  if (values.help === true) return print(command ? commandHelp(command) : overviewText());
  try {
    if (!command) throw new UsageError(unknownCommandMessage(positionals));
    return await run(command, args);
  } catch (error) {
    if (error instanceof AdminError) return printError(1, error.message);
    if (error instanceof UsageError)
      return printError(2, error.message, command ? commandHelp(command) : overviewText());
    throw error;
  }
}

/** A command name has one or two words. */
const startsWithName = (words: readonly string[], name: string): boolean =>
  `${words.join(' ')} `.startsWith(`${name} `);

async function run(command: Command, cliArgs: string[]): Promise<number> {
  const { positionals, values } = readStrictly(command, cliArgs);
  const args = positionals.slice(command.name.split(' ').length);
  if (args.length !== command.args.length) {
    throw new UsageError(`${command.name} takes ${command.args.join(' ') || 'no arguments'}`);
  }
  const { result, text: shown } = await runCommand(command, args, values);
  return print(values['json'] === true ? `${JSON.stringify(result, null, 2)}\n` : shown);
}

async function runCommand(command: Command, args: string[], values: ParsedValues): Promise<CommandResult> {
  const fields = readFields(command.options, values);
  if (usesApi(command)) return command.run(args, fields, values);
  const result = await administer(readTarget(values), command.action, { ...command.input(args), ...fields });
  return { result, text: command.show(result) };
}

type ParseOptions = NonNullable<ParseArgsConfig['options']>;

/** Finds the command even if other arguments are invalid, so that the error output can include the help of the command. */
function readLoosely(args: string[]) {
  const options = commands.reduce((all, command) => ({ ...all, ...parseOptionsOf(command) }), {});
  return parseArgs({ args, options: { ...options, help: { type: 'boolean' } }, strict: false });
}

function readStrictly(command: Command, args: string[]): { positionals: string[]; values: ParsedValues } {
  try {
    return parseArgs({ args, options: parseOptionsOf(command), allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function parseOptionsOf(command: Command): ParseOptions {
  const all = Object.entries({ ...targetOptions(command), ...command.options });
  return Object.fromEntries(
    all.map(([name, option]) => [
      name,
      { type: 'hint' in option ? 'string' : 'boolean', multiple: 'multiple' in option },
    ]),
  );
}

const unknownCommandMessage = (words: readonly string[]): string =>
  words.length === 0 ? 'No command given' : `No such command: ${words.slice(0, 2).join(' ')}`;

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function printError(exitCode: number, message: string, help = ''): number {
  process.stderr.write(`${message}\n${help && `\n${help}`}`);
  return exitCode;
}

void runProgram(main);
