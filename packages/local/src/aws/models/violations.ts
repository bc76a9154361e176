import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * Reports each distinct line once, to a file or, without a file, to standard error. Lists each checked request in the
 * file `<file>.requests`, because a report without violations proves nothing if no request was checked.
 */
export class Violations {
  private readonly reported: Set<string>;

  constructor(private readonly file: string | undefined) {
    const earlier = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    this.reported = new Set(earlier);
  }

  addRequest(service: string, operation: string): void {
    if (this.file !== undefined) appendFileSync(`${this.file}.requests`, `${service} ${operation}\n`);
  }

  add(line: string): void {
    if (this.reported.has(line)) return;
    this.reported.add(line);
    if (this.file === undefined) process.stderr.write(`${line}\n`);
    else appendFileSync(this.file, `${line}\n`);
  }
}
