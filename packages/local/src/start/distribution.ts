import type { Synthesis } from '../template/synthesize';

/** What differs between the runtime of a clone and the runtime of the package `carrier-nest`. */
export interface Distribution {
  /** The command that starts the runtime, for help and error messages. */
  command: string;
  /** The default data folder. */
  dataDir: string;
  /** Returns the stacks to run. */
  loadStacks: () => Promise<Synthesis>;
}
