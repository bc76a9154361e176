import { existsSync, readFileSync, statSync } from 'node:fs';
import { waitUntil } from './wait-until';

/** The log file of a runtime, next to its data folder. A later test file can continue to read the log. */
export class RuntimeLog {
  private constructor(
    readonly file: string,
    readonly startByte: number,
  ) {}

  /** Opens the log of the runtime in this folder. Reading starts at the current end of the log. */
  static open(dataDir: string): RuntimeLog {
    const file = `${dataDir}.log`;
    return new RuntimeLog(file, existsSync(file) ? statSync(file).size : 0);
  }

  read(): string {
    return existsSync(this.file) ? readFileSync(this.file).subarray(this.startByte).toString() : '';
  }

  /** Waits until the log matches. Log output can arrive later than the response to the same request. */
  async waitFor(pattern: RegExp): Promise<void> {
    await waitUntil(
      () => pattern.test(this.read()),
      () => `The log never matched ${pattern}`,
    );
  }
}
