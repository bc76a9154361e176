import type { Synthesis } from '../template/synthesize';

/** What differs between the runtime of a clone and the runtime of the package `carrier-nest`. */
export interface Distribution {
  /** The default data folder. */
  dataDir: string;
  /** Returns the stacks to run. `dataDir` is the folder of this runtime. */
  loadStacks: (dataDir: string) => Promise<Synthesis>;
  /** Whether the CDK app and the CDK are present, to synthesize other settings and to deploy. */
  hasCdkApp: boolean;
  /** The command line that runs a command of `carrier-nest`, such as `doctor --json`. */
  commandLine: (command: string) => string;
}
