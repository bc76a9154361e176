import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const linesBeforeCompaction = 20_000;

/** A deleted key, or a key with its new value. */
type Line<V> = [key: string] | [key: string, value: V];

/**
 * A map that survives `kill -9`, because each call appends its change to a journal before it returns. Values are JSON.
 * The journal is compacted when it is opened, and when most of its lines are outdated.
 */
export class DurableMap<V> {
  private readonly entriesByKey = new Map<string, V>();
  private journal: number;
  private linesWritten = 0;

  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) this.replay(readFileSync(file, 'utf8'));
    this.journal = this.compact();
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

  /** All values, in the order of their first insertion. */
  values(): V[] {
    return [...this.entriesByKey.values()];
  }

  keys(): string[] {
    return [...this.entriesByKey.keys()];
  }

  set(key: string, value: V): void {
    this.entriesByKey.set(key, value);
    this.append([key, value]);
  }

  delete(key: string): boolean {
    if (!this.entriesByKey.delete(key)) return false;
    this.append([key]);
    return true;
  }

  close(): void {
    closeSync(this.journal);
  }

  private replay(text: string): void {
    for (const line of text.split('\n')) {
      const entry = this.parseLine(line);
      if (!entry) continue;
      if (entry.length === 1) this.entriesByKey.delete(entry[0]);
      else this.entriesByKey.set(entry[0], entry[1]);
    }
  }

  /** Ignores an incomplete last line. A process that was killed during a write never acknowledged that change. */
  private parseLine(line: string): Line<V> | undefined {
    try {
      // Only `append` and `compact` write the journal, so the line has the type.
      return line ? (JSON.parse(line) as Line<V>) : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  private append(line: Line<V>): void {
    writeSync(this.journal, `${JSON.stringify(line)}\n`);
    this.linesWritten++;
    if (this.linesWritten < linesBeforeCompaction + this.size) return;
    closeSync(this.journal);
    this.journal = this.compact();
  }

  /** Writes the current entries to a new journal and opens it. */
  private compact(): number {
    const newFile = `${this.file}.new`;
    const journal = openSync(newFile, 'w', 0o600);
    for (const entry of this.entriesByKey) writeSync(journal, `${JSON.stringify(entry)}\n`);
    renameSync(newFile, this.file);
    this.linesWritten = 0;
    return journal;
  }
}
