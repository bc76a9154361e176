import { run } from './start/run';
import { synthesize } from './template/synthesize';

/** The runtime of a clone, which synthesizes the stacks from their sources. */
void run({ command: 'npm start --', dataDir: '.local', loadStacks: synthesize }, process.argv.slice(2));
