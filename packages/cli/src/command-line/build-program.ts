import { Command as Commander, Option as CommanderOption, type Help } from 'commander';
import { serviceVersion } from '../../../../shared/core/version';
import { nearestName } from '../../../../shared/schema/nearest-name';
import type {
  Command,
  CommandDetails,
  CommandEntry,
  CommandGroup,
  Example,
  Option,
  ParsedValues,
} from './command';
import { exitCodes } from './exit-codes';
import { UsageError } from './usage-error';

/** The command that the user chose, with its loaded details. */
interface ChosenCommand {
  entry: CommandEntry;
  details: CommandDetails | CommandGroup;
}

/** Receives the exit code of the command. */
interface Outcome {
  exitCode: number;
}

/** Builds the parser of all commands. Only the chosen command has options. */
export function buildProgram(
  entries: readonly CommandEntry[],
  chosen: ChosenCommand | undefined,
  outcome: Outcome,
): Commander {
  const program = configure(new Commander('carrier-nest'));
  program.description('Carrier Nest: email for programs and AI agents, in your own AWS account');
  program.version(serviceVersion, '--version', 'print the version');
  program.addHelpText('after', sections(overviewExamples));
  expectSubcommand(program);
  for (const entry of entries) {
    const command = program.command(entry.name).description(entry.summary);
    if (entry === chosen?.entry) addDetails(command, chosen.details, outcome);
  }
  return program;
}

const overviewExamples: readonly Example[] = [
  ['carrier-nest dev', 'start the service on this machine'],
  ['carrier-nest <command> --help', 'explain a command, with examples'],
];

/** Subcommands inherit these settings. */
const configure = (program: Commander): Commander =>
  program
    .exitOverride()
    .helpCommand(false)
    .helpOption('--help', 'print this help')
    .showHelpAfterError()
    .configureOutput({
      outputError: (message, write) => write(toSentence(message)),
      // Text that a program reads is not wrapped.
      getOutHelpWidth: () => (process.stdout.isTTY ? process.stdout.columns : Infinity),
      getErrHelpWidth: () => (process.stderr.isTTY ? process.stderr.columns : Infinity),
    })
    .configureHelp({ visibleCommands, subcommandTerm, optionTerm });

/** Lists the commands of a group in one list, such as `workspaces create`. */
const visibleCommands = (command: Commander): Commander[] =>
  command.commands.flatMap((child) => (child.commands.length > 0 ? visibleCommands(child) : [child]));

/** The name of the command without that of its group, and its arguments. */
function subcommandTerm(command: Commander): string {
  const { parent } = command;
  const name = parent?.description() === '' ? `${parent.name()} ${command.name()}` : command.name();
  return [name, ...command.registeredArguments.map((argument) => argument.name())].join(' ');
}

const optionTerm: Help['optionTerm'] = ({ flags }) => flags.replace(' [', '[=').replace(/[<>]/g, '');

const toSentence = (message: string): string =>
  message
    .replace(/^error: option '(--\S+).*' argument missing/, '$1: needs a value')
    .replace(/^error: (.)/, (_match, letter: string) => letter.toUpperCase());

/** Refuses a command line that names no command of the group. */
const expectSubcommand = (group: Commander): Commander =>
  group
    .argument('[words...]')
    .usage('<command> [options]')
    .allowUnknownOption()
    .action((words: string[]) => {
      group.error(missingCommandMessage(group, words));
    });

function missingCommandMessage(group: Commander, [word]: readonly string[]): string {
  if (word === undefined)
    return group.description() === '' ? `Incomplete command: ${group.name()}` : 'No command given';
  const suggestion = nearestName(
    word,
    group.commands.map((command) => command.name()),
  );
  const name = group.description() === '' ? `${group.name()} ${word}` : word;
  return `No such command: ${name}${suggestion ? `\n(Did you mean ${suggestion}?)` : ''}`;
}

function addDetails(command: Commander, details: CommandDetails | CommandGroup, outcome: Outcome): void {
  addOptions(command, details.options);
  command.addHelpText('after', sections(details.examples));
  if ('run' in details) addAction(command, details, outcome);
  else addCommands(command, details.commands, outcome);
}

function addCommands(group: Commander, commands: readonly Command[], outcome: Outcome): void {
  expectSubcommand(group);
  for (const details of commands) {
    const words = details.name.split(' ');
    const parent = words.length === 1 ? group : findOrAddGroup(group, words[0] ?? '');
    const command = parent.command(words.at(-1) ?? '').description(details.summary);
    addDetails(command, details, outcome);
  }
}

const findOrAddGroup = (group: Commander, name: string): Commander =>
  group.commands.find((command) => command.name() === name) ?? expectSubcommand(group.command(name));

function addAction(command: Commander, details: CommandDetails, outcome: Outcome): void {
  for (const name of details.args) command.argument(`<${name}>`);
  command.usage([...details.args, '[options]'].join(' '));
  if (details.acceptsOthers) command.allowUnknownOption().allowExcessArguments();
  command.action(async () => {
    try {
      outcome.exitCode = await details.run(command.args, readValues(command, details.options));
    } catch (error) {
      if (error instanceof UsageError) command.error(error.message);
      throw error;
    }
  });
}

function addOptions(command: Commander, options: Record<string, Option>): void {
  for (const [name, { hint, summary, multiple, isValueOptional }] of Object.entries(options)) {
    const placeholder = hint && (isValueOptional ? ` [${hint}]` : ` <${hint}>`);
    const option = new CommanderOption(`--${name}${placeholder ?? ''}`, summary);
    if (multiple) option.argParser((value: string, earlier?: string[]) => [...(earlier ?? []), value]);
    command.addOption(option);
  }
}

/** Refuses the options of a group that this command does not have. */
function readValues(command: Commander, options: Record<string, Option>): ParsedValues {
  const given = Object.entries(command.optsWithGlobals<ParsedValues>()).map(
    ([name, value]) => [toKebabCase(name), value] as const,
  );
  for (const [name, value] of given) {
    if (!(name in options)) throw new UsageError(`Unknown option '--${name}'`);
    if (value === '' || (typeof value === 'string' && value.startsWith('--')))
      throw new UsageError(`--${name}: needs a value`);
  }
  return Object.fromEntries(given);
}

const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The examples and the exit codes, which follow the options in the help. */
const sections = (examples: readonly Example[]): string =>
  [
    ...section(
      'Examples',
      examples.map(([line, purpose]) => [line, purpose]),
    ),
    ...section('Exit codes', exitCodes),
  ].join('\n');

function section(title: string, pairs: readonly (readonly [string, string])[]): string[] {
  if (pairs.length === 0) return [];
  const width = Math.max(...pairs.map(([left]) => left.length));
  return ['', `${title}:`, ...pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)];
}
