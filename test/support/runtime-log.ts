import { existsSync, readFileSync, statSync } from 'node:fs';
import { waitUntil } from './wait-until';

/** What a runtime prints goes to a file beside its data folder, where whoever uses it later can read on. */
export class RuntimeLog {
  private constructor(
    readonly file: string,
    readonly startByte: number,
  ) {}

  /** The log of the runtime in this folder, from here on. */
  static open(dataDir: string): RuntimeLog {
    const file = `${dataDir}.log`;
    return new RuntimeLog(file, existsSync(file) ? statSync(file).size : 0);
  }

  read(): string {
    return existsSync(this.file) ? readFileSync(this.file).subarray(this.startByte).toString() : '';
  }

  /** Waits until this is printed: it comes by another way than the answers do. */
  async waitFor(pattern: RegExp): Promise<void> {
    await waitUntil(
      () => pattern.test(this.read()),
      () => `Never printed: ${pattern}`,
    );
  }
}
