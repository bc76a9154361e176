import { existsSync, readFileSync, statSync } from 'node:fs';
import { waitUntil } from './wait-until';

/** A runtime prints to a file next to its data folder, where later test files can continue to read. */
export class RuntimeLog {
  private constructor(
    readonly file: string,
    readonly startByte: number,
  ) {}

  /** Opens the log of the runtime in this folder at its current end. */
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
