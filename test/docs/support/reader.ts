import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { aFolder } from '../../support/run/run-folder';
import { atMorning } from '../../support/runtime';
import { Service } from '../../support/service';
import { differences, jsonIn } from './compare';
import { stepsIn, type Step } from './page';

/** Somebody with a clone of the repository, a service that runs in it, and a terminal. */
export class Reader {
  private constructor(
    private readonly home: string,
    private readonly service: Service,
  ) {}

  static async start(): Promise<Reader> {
    const home = aFolder();
    for (const name of ['package.json', 'tsconfig.json', 'node_modules', 'scripts', 'packages', 'examples'])
      symlinkSync(resolve(name), join(home, name));
    return new Reader(home, await Service.start(atMorning(join(home, '.local'))));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Does what the page says, in one shell, and returns what did not go as it says. */
  async follow(page: string): Promise<string[]> {
    const steps = stepsIn(page, this.atThisService(readFileSync(page, 'utf8')));
    const folder = mkdtempSync(join(this.home, 'page-'));
    for (const [index, step] of steps.entries()) writeFileSync(join(folder, `${index}.sh`), commandsOf(step));
    await this.run(folder, steps.length);
    return steps.flatMap((step, index) => outcome(step, join(folder, String(index))));
  }

  /** The page as if this service had the usual addresses. */
  private atThisService(text: string): string {
    const { api, console, smtp } = this.service.at;
    return text
      .replaceAll('http://127.0.0.1:3000', api)
      .replaceAll('http://127.0.0.1:3001', console)
      .replaceAll('127.0.0.1:2525', `${smtp.host}:${smtp.port}`);
  }

  private async run(folder: string, count: number): Promise<void> {
    const sources = Array.from({ length: count }, (_, index) => {
      const step = join(folder, String(index));
      return `STEP=${step}\n. $STEP.sh >$STEP.out 2>$STEP.err\ntouch $STEP.done`;
    });
    const script = join(folder, 'page.sh');
    writeFileSync(script, [shell, ...sources, ''].join('\n'));
    const bash = spawn('bash', [script], { cwd: this.home, detached: true, stdio: 'ignore' });
    await once(bash, 'exit');
    endGroup(bash.pid);
  }
}

/** A command that fails ends the page. A refusal of the service is noted: the page may show it. */
const shell = `
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

const commandsOf = ({ code, file }: Step): string =>
  file ? `cat > ${file} <<'END OF FILE'\n${code}END OF FILE\n` : code;

/** Whatever a page leaves running in the background. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

function outcome({ place, examples }: Step, step: string): string[] {
  const read = (kind: string): string =>
    existsSync(`${step}.${kind}`) ? readFileSync(`${step}.${kind}`, 'utf8') : '';
  if (!existsSync(`${step}.done`)) return [`${place} failed: ${read('out')}${read('err')}`];

  const refused = read('refused').split('\n').filter(Boolean);
  const announced = examples.filter((example) => Object(example).error instanceof Object);
  const answers = jsonIn(read('out')).slice(-examples.length);
  return [
    ...(refused.length === announced.length
      ? []
      : [`${place} was refused ${refused.length} times: ${refused.join('\n')}\n${read('out')}`]),
    ...examples.flatMap((example, index) =>
      differences(example, answers[index]).map((one) => `${place}: ${one}`),
    ),
  ];
}
