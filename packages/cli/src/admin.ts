import { parseArgs, type ParseArgsConfig } from 'node:util';
import { AdminError } from './admin/admin-error';
import { administer } from './admin/administer';
import { asksApi, type Answer, type Command } from './admin/command';
import { commands } from './admin/commands';
import { helpFor, overview, placeOptions } from './admin/help';
import { fieldsOf, UsageError, type Given } from './admin/options';
import { placeOf, withDataDir } from './admin/place';

/** The operator's command line: docs/admin.md. */
async function main(given: readonly string[]): Promise<number> {
  const args = withDataDir(given);
  const { positionals, values } = readLoosely(args);
  const command = commands.find(({ name }) => startsWith(positionals, name));
  if (values.help === true) return print(command ? helpFor(command) : overview());
  try {
    if (!command) throw new UsageError(noCommand(positionals));
    return await run(command, args);
  } catch (error) {
    if (error instanceof AdminError) return fail(1, error.message);
    if (error instanceof UsageError) return fail(2, error.message, command ? helpFor(command) : overview());
    throw error;
  }
}

/** A name has one word or two. */
const startsWith = (words: readonly string[], name: string): boolean =>
  `${words.join(' ')} `.startsWith(`${name} `);

async function run(command: Command, given: string[]): Promise<number> {
  const { positionals, values } = readStrictly(command, given);
  const args = positionals.slice(command.name.split(' ').length);
  if (args.length !== command.args.length) {
    throw new UsageError(`${command.name} takes ${command.args.join(' ') || 'nothing more'}`);
  }
  const { result, shown } = await answerOf(command, args, values);
  return print(values['json'] === true ? `${JSON.stringify(result, null, 2)}\n` : shown);
}

async function answerOf(command: Command, args: string[], values: Given): Promise<Answer> {
  const fields = fieldsOf(command.options, values);
  if (asksApi(command)) return command.run(args, fields, values);
  const result = await administer(placeOf(values), command.action, { ...command.input(args), ...fields });
  return { result, shown: command.show(result) };
}

type ParseOptions = NonNullable<ParseArgsConfig['options']>;

/** Enough to know which command is meant, whatever else is wrong. */
function readLoosely(args: string[]) {
  const options = commands.reduce((all, command) => ({ ...all, ...parseOptionsOf(command) }), {});
  return parseArgs({ args, options: { ...options, help: { type: 'boolean' } }, strict: false });
}

function readStrictly(command: Command, args: string[]): { positionals: string[]; values: Given } {
  try {
    return parseArgs({ args, options: parseOptionsOf(command), allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function parseOptionsOf(command: Command): ParseOptions {
  const all = Object.entries({ ...placeOptions(command), ...command.options });
  return Object.fromEntries(
    all.map(([name, option]) => [
      name,
      { type: 'hint' in option ? 'string' : 'boolean', multiple: 'multiple' in option },
    ]),
  );
}

const noCommand = (words: readonly string[]): string =>
  words.length === 0 ? 'Which command?' : `No such command: ${words.slice(0, 2).join(' ')}`;

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(exitCode: number, message: string, help = ''): number {
  process.stderr.write(`${message}\n${help && `\n${help}`}`);
  return exitCode;
}

void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
