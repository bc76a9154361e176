import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { arrive, rawMail } from '../support/correspondent';
import { Service } from '../support/service';
import { until } from '../support/until';

// The programs of examples/ as people run them, each by its one command.

let service: Service;
let program: Program;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => program.stop());
afterAll(() => service.stop());

class Program {
  private output = '';
  /** All that it printed is here, too. */
  private readonly closed: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.closed = once(child, 'close');
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => (this.output += part.toString()));
  }

  static run(...args: string[]): Program {
    const env = { ...process.env, CARRIER_NEST_URL: service.at.api, CARRIER_NEST_KEY: service.at.key };
    return new Program(spawn('npm', ['run', '--silent', 'example', ...args], { env, detached: true }));
  }

  says(text: string): Promise<void> {
    return until(
      () => this.output.includes(text),
      () => `It did not say "${text}": ${this.output}`,
    );
  }

  types(text: string): void {
    this.child.stdin?.write(`${text}\n`);
  }

  async ends(): Promise<{ code: number | null; output: string }> {
    await this.closed;
    return { code: this.child.exitCode, output: this.output };
  }

  stop(): void {
    if (this.child.exitCode === null && this.child.pid) process.kill(-this.child.pid, 'SIGKILL');
  }
}

const outbox = async (to: string): Promise<unknown[]> => {
  await service.settle();
  return service.outbox(`?to=${to}`);
};

test.each([
  ['y', 'The mail is sent.', 1],
  ['n', 'The mail is canceled.', 0],
])('approval: whoever answers %s is obeyed', async (answer, said, mails) => {
  const before = (await outbox('kim@example.com')).length;
  program = Program.run('approval');

  await program.says('Send it? [y/N]');
  expect(await outbox('kim@example.com')).toHaveLength(before);
  program.types(answer);

  expect(await program.ends()).toMatchObject({ code: 0, output: expect.stringContaining(said) });
  expect(await outbox('kim@example.com')).toHaveLength(before + mails);
});

test('inbox: a person is answered once, a machine and thanks are not', async () => {
  const write = (from: string, body: string, headers: string[] = []) =>
    arrive(
      service,
      { rcpt: 'desk@mail.local.test', mailFrom: from, spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' },
      rawMail({ from, to: 'desk@mail.local.test', subject: 'Question', body, headers }),
    );
  program = Program.run('inbox');
  await program.says('Waiting for mail');

  await write('lou@example.com', 'When do you open?');
  await program.says('answered lou@example.com');
  await write('max@example.com', 'Thank you!');
  await program.says('needs no answer');
  await write('robot@example.com', 'I am away.', ['Auto-Submitted: auto-replied']);
  // Whom a mail names beside the desk is nobody that the agent writes as.
  await write('eve@example.com', 'And you?', ['Cc: other@elsewhere.example']);
  await program.says('answered eve@example.com');

  expect(await outbox('lou@example.com')).toHaveLength(1);
  expect(await outbox('max@example.com')).toEqual([]);
  expect(await outbox('robot@example.com')).toEqual([]);
  expect(await outbox('eve@example.com')).toMatchObject([
    { from: expect.stringContaining('desk@mail.local.test') },
  ]);
});

test('campaign: everybody gets it once', async () => {
  program = Program.run('campaign');

  const { code, output } = await program.ends();

  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('The campaign is sent.'),
  });
  const mails = await Promise.all(
    ['ada', 'blaise', 'carl', 'dorothy', 'emmy'].map((name) => outbox(`${name}@readers.example`)),
  );
  expect(mails.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
});

test('a name that is none is answered with those there are', async () => {
  program = Program.run('nothing');

  const { code, output } = await program.ends();

  expect(code).toBe(2);
  for (const file of readdirSync('examples')) expect(output).toContain(file.replace('.ts', ''));
});
