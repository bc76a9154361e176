import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CommandDetails, CommandGroup } from '../../packages/cli/src/command-line/command';
import { exitCodes } from '../../packages/cli/src/command-line/exit-codes';
import { commands } from '../../packages/cli/src/commands';
import { serviceVersion } from '../../shared/core/version';
import { makeTempDir } from '../support/run/run-dir';

interface CommandResult {
  exitCode: number | null;
  out: string;
  err: string;
}

/** Runs `carrier-nest …` as npm installs it in a clone. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, ['node_modules/.bin/carrier-nest', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [exitCode] = await once(child, 'exit');
  return { exitCode, out: await out, err: await err };
}

const optionsOf = (details: CommandDetails | CommandGroup): [name: string, summary: string][] =>
  Object.entries(details.options).map(([name, { summary }]) => [name, summary]);

describe('--help', () => {
  test('lists the commands and the exit codes', async () => {
    const { exitCode, out, err } = await run(['--help']);

    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
    for (const [code, meaning] of exitCodes) expect(out).toContain(`  ${code.padEnd(5)}  ${meaning}\n`);
  });

  test('loads no command, and the help of a command loads no other command', async () => {
    const preload = join(makeTempDir(), 'list-loaded.cjs');
    writeFileSync(
      preload,
      "process.on('exit', () => console.error(Object.keys(require('node:module')._cache).join('\\n')));",
    );
    const listLoaded = async (...args: string[]): Promise<string[]> => {
      const { err } = await run([...args, '--help'], { NODE_OPTIONS: `--require ${preload}` });
      return commands.map(({ name }) => name).filter((name) => err.includes(`packages/cli/src/${name}/`));
    };

    expect(await listLoaded()).toEqual([]);
    expect(await listLoaded('mcp')).toEqual(['mcp']);
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    'of %s explains every option and has examples that name the command',
    async (name, { load }) => {
      const { exitCode, out, err } = await run([name, '--help']);

      const details = await load();
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      for (const [option, summary] of optionsOf(details)) {
        expect(out).toMatch(new RegExp(`^  --${option}\\b`, 'm'));
        expect(out).toContain(summary);
      }
      expect(details.examples.length).toBeGreaterThan(0);
      for (const [line, purpose] of details.examples) {
        expect(line).toContain(`carrier-nest ${name}`);
        expect(out).toContain(line);
        expect(out).toContain(purpose);
      }
    },
  );
});

test('--version prints the version', async () => {
  expect(await run(['--version'])).toEqual({ exitCode: 0, out: `${serviceVersion}\n`, err: '' });
});

describe('a mistake', () => {
  test.each([
    [[], 'No command given'],
    [['docter'], 'No such command: docter\n(Did you mean doctor?)'],
    [['Import'], 'No such command: Import\n(Did you mean import?)'],
    [['everything'], 'No such command: everything\n'],
    [['doctor', '--jsn'], "Unknown option '--jsn'\n(Did you mean --json?)"],
    [['admin', 'keys', 'lst', 'x'], 'No such command: keys lst\n(Did you mean list?)'],
    [['import'], "Missing required argument 'FILE.csv'"],
    [['import', 'a.csv', '--map'], '--map: needs a value'],
    [['dev', '--port', '65536'], '--port must be a port, not "65536"'],
  ])('in %j exits with 2, and is explained with the usage on standard error', async (args, message) => {
    const { exitCode, out, err } = await run(args);

    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toContain('\nUsage: carrier-nest');
  });
});
