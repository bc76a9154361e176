import { clone } from './start/clone';
import { helpText, parseCommandLine, type Options } from './start/options';
import { describeStartError, runLocal } from './start/run-local';

/** The command that runs this program. */
const command = 'npm start --';

async function main(): Promise<void> {
  const options = parseOptions();
  if (options) await runLocal(options, clone);
  else process.stdout.write(helpText(command, clone));
}

function parseOptions(): Options | undefined {
  try {
    return parseCommandLine(process.argv.slice(2), clone);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n\n${helpText(command, clone)}`);
    return process.exit(2);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error, command)}\n`);
  process.exit(1);
});
