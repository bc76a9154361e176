import { synthesize } from '../template/synthesize';
import type { Distribution } from './distribution';

/** The runtime of a clone of the repository, which synthesizes the stacks from their sources. */
export const clone: Distribution = {
  dataDir: '.local',
  loadStacks: synthesize,
  hasCdkApp: true,
  commandLine: (command) => {
    const [name, ...args] = command.split(' ');
    const script = name === 'dev' ? 'npm start' : `npm run ${name}`;
    return [script, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  },
};
