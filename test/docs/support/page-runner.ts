import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeTempDir } from '../../support/run/run-dir';
import { setClockToMorning } from '../../support/runtime';
import { Service } from '../../support/service';
import { findDifferences, extractJson } from './match-example';
import { parseSteps, type Step } from './page';

/** Follows pages as a reader would, with a clone of the repository, a running service and a terminal. */
export class PageRunner {
  private constructor(
    private readonly homeDir: string,
    private readonly service: Service,
  ) {}

  static async start(): Promise<PageRunner> {
    const homeDir = makeTempDir();
    for (const name of ['package.json', 'tsconfig.json', 'node_modules', 'scripts', 'packages', 'examples'])
      symlinkSync(resolve(name), join(homeDir, name));
    return new PageRunner(homeDir, await Service.start(setClockToMorning(join(homeDir, '.local'))));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Runs the steps of the page in one shell, and returns the differences between responses and examples. */
  async runPage(page: string): Promise<string[]> {
    const steps = parseSteps(page, this.replaceAddresses(readFileSync(page, 'utf8')));
    const pageDir = mkdtempSync(join(this.homeDir, 'page-'));
    for (const [index, stepPath] of steps.entries())
      writeFileSync(join(pageDir, `${index}.sh`), scriptOf(stepPath));
    await this.run(pageDir, steps.length);
    return steps.flatMap((stepPath, index) => checkStep(stepPath, join(pageDir, String(index))));
  }

  /** Replaces the default addresses in the page with the addresses of this service. */
  private replaceAddresses(text: string): string {
    const { api, console, smtp } = this.service.metadata;
    return text
      .replaceAll('http://127.0.0.1:3000', api)
      .replaceAll('http://127.0.0.1:3001', console)
      .replaceAll('127.0.0.1:2525', `${smtp.host}:${smtp.port}`);
  }

  private async run(pageDir: string, count: number): Promise<void> {
    const sources = Array.from({ length: count }, (_, index) => {
      const stepPath = join(pageDir, String(index));
      return `STEP=${stepPath}\n. $STEP.sh >$STEP.out 2>$STEP.err\ntouch $STEP.done`;
    });
    const script = join(pageDir, 'page.sh');
    writeFileSync(script, [shellPrelude, ...sources, ''].join('\n'));
    const bash = spawn('bash', [script], { cwd: this.homeDir, detached: true, stdio: 'ignore' });
    await once(bash, 'exit');
    killProcessGroup(bash.pid);
  }
}

/** Stops at a command that fails. After an HTTP error, which the page may show, only records the error. */
const shellPrelude = `
set -eEuo pipefail
shopt -s inherit_errexit
curl() {
  command curl --fail-with-body "$@" || {
    local code=$?
    [ $code = 22 ] || return $code
    printf '%s\\n' "$*" >> $STEP.refused
  }
}
`;

const scriptOf = ({ code, file }: Step): string =>
  file ? `cat > ${file} <<'END OF FILE'\n${code}END OF FILE\n` : code;

/** Ends the background processes that the commands of a page started. */
function killProcessGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes have already ended.
  }
}

function checkStep({ location, examples }: Step, stepPath: string): string[] {
  const read = (kind: string): string =>
    existsSync(`${stepPath}.${kind}`) ? readFileSync(`${stepPath}.${kind}`, 'utf8') : '';
  if (!existsSync(`${stepPath}.done`)) return [`${location} failed: ${read('out')}${read('err')}`];

  const refusedCommands = read('refused').split('\n').filter(Boolean);
  const expectedErrors = examples.filter((example) => Object(example).error instanceof Object);
  const responses = extractJson(read('out')).slice(-examples.length);
  return [
    ...(refusedCommands.length === expectedErrors.length
      ? []
      : [
          `${location} was refused ${refusedCommands.length} times: ${refusedCommands.join('\n')}\n${read('out')}`,
        ]),
    ...examples.flatMap((example, index) =>
      findDifferences(example, responses[index]).map((difference) => `${location}: ${difference}`),
    ),
  ];
}
