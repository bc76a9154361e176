import { synthesize } from '../template/synthesize';
import type { Distribution } from './distribution';

/** The runtime of a clone of the repository, which synthesizes the stacks from their sources. */
export const clone: Distribution = { dataDir: '.local', loadStacks: synthesize, hasCdkApp: true };
