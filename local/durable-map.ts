import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * A map that survives `kill -9`: every change is a line appended to a journal before the call returns.
 * Values are JSON. The journal is compacted when it is opened.
 */
export class DurableMap<V> {
  private readonly entriesByKey = new Map<string, V>();
  private readonly journal: number;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) this.replay(readFileSync(file, 'utf8'));
    this.compact(file);
    this.journal = openSync(file, 'a');
  }

  get size(): number {
    return this.entriesByKey.size;
  }

  get(key: string): V | undefined {
    return this.entriesByKey.get(key);
  }

  has(key: string): boolean {
    return this.entriesByKey.has(key);
  }

  /** In the order of their first insertion. */
  values(): V[] {
    return [...this.entriesByKey.values()];
  }

  keys(): string[] {
    return [...this.entriesByKey.keys()];
  }

  set(key: string, value: V): void {
    this.entriesByKey.set(key, value);
    writeSync(this.journal, `${JSON.stringify([key, value])}\n`);
  }

  delete(key: string): boolean {
    if (!this.entriesByKey.delete(key)) return false;
    writeSync(this.journal, `${JSON.stringify([key])}\n`);
    return true;
  }

  close(): void {
    closeSync(this.journal);
  }

  private replay(text: string): void {
    for (const line of text.split('\n')) {
      const entry = parseLine<V>(line);
      if (!entry) continue;
      if (entry.length === 1) this.entriesByKey.delete(entry[0]);
      else this.entriesByKey.set(entry[0], entry[1]);
    }
  }

  private compact(file: string): void {
    const lines = [...this.entriesByKey].map((entry) => `${JSON.stringify(entry)}\n`);
    writeFileSync(`${file}.new`, lines.join(''));
    renameSync(`${file}.new`, file);
  }
}

/** A process killed in mid-write leaves half a last line: it was never acknowledged, so it is dropped. */
function parseLine<V>(line: string): [string] | [string, V] | undefined {
  try {
    return line ? (JSON.parse(line) as [string] | [string, V]) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
